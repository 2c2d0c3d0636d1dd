/* The answers: a table of marginals that can be sorted and searched. */
'use strict';
(function () {
    const { data, make } = explorer;
    const SHOWN = 200;
    const COLUMNS = [
        { name: 'Variable', key: row => data.variables[row].n },
        { name: 'Value', key: row => explorer.labels(data.variables[row])[best(row)] },
        { name: 'Probability', key: row => data.variables[row].p[best(row)] },
        { name: 'Error', key: row => (data.variables[row].e === null ? Infinity : data.variables[row].e) },
        { name: 'Route', key: row => data.variables[row].r },
    ];
    let sorted = 0;
    let down = false;
    let shown = SHOWN;
    let wanted = '';

    const best = row => data.variables[row].p.reduce((b, p, x, all) => (p > all[b] ? x : b), 0);
    const compare = (a, b) => (typeof a === 'number' ? a - b : a.localeCompare(b, 'en', { numeric: true }));

    function bar(variable) {
        const colours = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'];
        return make(
            'span',
            { class: 'bar', 'aria-hidden': 'true' },
            ...variable.p.map((p, x) =>
                make('i', {
                    style: 'width:' + (100 * p).toFixed(1) + '%;background:var(--' + colours[x % 8] + ')',
                }),
            ),
        );
    }

    function line(row) {
        const variable = data.variables[row];
        const labels = explorer.labels(variable);
        return make(
            'tr',
            {},
            make('th', { scope: 'row' }, variable.n),
            make('td', {}, labels[best(row)]),
            make('td', {}, bar(variable), ' ' + variable.p[best(row)].toFixed(4)),
            make('td', {}, variable.e === 0 ? 'exact' : '± ' + explorer.number(variable.e)),
            make('td', {}, variable.o === undefined ? variable.r : 'observed'),
        );
    }

    function fill() {
        const rows = data.variables
            .map((variable, row) => row)
            .filter(row => data.variables[row].n.toLowerCase().includes(wanted));
        const key = COLUMNS[sorted].key;
        rows.sort((a, b) => (down ? -1 : 1) * compare(key(a), key(b)) || a - b);
        document.querySelector('#marginals tbody').replaceChildren(...rows.slice(0, shown).map(line));
        document
            .querySelectorAll('#marginals thead th')
            .forEach((head, c) =>
                head.setAttribute('aria-sort', c !== sorted ? 'none' : down ? 'descending' : 'ascending'),
            );
        const more = document.getElementById('more');
        more.hidden = rows.length <= shown;
        more.textContent = 'Show more of ' + explorer.count(rows.length);
    }

    explorer.startAnswers = function () {
        const head = make('tr', {});
        COLUMNS.forEach((column, c) =>
            head.append(
                make(
                    'th',
                    { scope: 'col' },
                    make(
                        'button',
                        {
                            type: 'button',
                            onclick: () => {
                                down = sorted === c && !down;
                                sorted = c;
                                fill();
                            },
                        },
                        column.name,
                    ),
                ),
            ),
        );
        const all = data.variables.length === data.variableCount;
        document.getElementById('answers').append(
            make('h3', {}, 'How it was answered'),
            make('ul', { class: 'changes' }, ...data.parts.map(part => make('li', {}, part.replace(/ +/, ': ')))),
            make('h3', {}, 'Marginals'),
            make(
                'p',
                { class: 'hint' },
                (all
                    ? 'All variables'
                    : explorer.count(data.variables.length) +
                      ' of ' +
                      explorer.plural(data.variableCount, 'variable') +
                      ', some of each kind; orbifold infer --out writes all') +
                    '. “Colour by answer” shows them on the nodes. Choose a heading to sort.',
            ),
            make('input', {
                type: 'search',
                id: 'filter',
                placeholder: 'part of a name',
                'aria-label': 'Show variables with this in their name',
                oninput: event => {
                    wanted = event.target.value.toLowerCase();
                    shown = SHOWN;
                    fill();
                },
            }),
            make(
                'div',
                { class: 'scroll' },
                make('table', { id: 'marginals' }, make('thead', {}, head), make('tbody', {})),
            ),
            make('button', {
                type: 'button',
                id: 'more',
                onclick: () => {
                    shown += 1000;
                    fill();
                },
            }),
        );
        fill();
    };
})();
