/* The symmetries: the group in words, generators to choose and apply, kinds and partitions side by side. */
'use strict';
(function () {
    const { data, make } = explorer;
    const PAUSE = 260;
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    let chosen = null;
    let timer = null;

    function stop() {
        clearTimeout(timer);
        timer = null;
    }

    function render() {
        stop();
        chosen = null;
        explorer.highlight();
        const view = explorer.view();
        const panel = document.getElementById('symmetries');
        panel.replaceChildren(
            make('h3', {}, view.title),
            make('p', { class: 'group' }, view.product),
            make(
                'p',
                {},
                view.words +
                    '; ' +
                    explorer.plural(view.blockCount, view.id.startsWith('block') ? 'block' : 'variable') +
                    '.',
            ),
            ...(view.product.includes('G[')
                ? [make('p', { class: 'hint' }, 'G[n] is a group of order n that has no shorter name.')]
                : []),
            ...(view.limit ? [make('p', { class: 'hint' }, 'Not all: ' + view.limit + '.')] : []),
            ...generators(view),
            ...comparison(),
        );
    }

    /* The least kind of symmetry that can do what a generator does. */
    const kinds = [
        ['variable', 'A permutation of variables does the same.'],
        ['VV', 'A permutation of (variable, value) pairs does the same.'],
        ['BV', 'No permutation of (variable, value) pairs does the same.'],
    ];

    function generators(view) {
        if (view.generators.length === 0) {
            return [make('p', {}, 'Every state is alone in its orbit.')];
        }
        const list = make('ul', { class: 'generators', id: 'generators', 'aria-label': 'Generators' });
        view.generators.forEach((generator, g) =>
            list.append(
                make(
                    'li',
                    {},
                    make(
                        'button',
                        {
                            type: 'button',
                            'aria-pressed': 'false',
                            onclick: event => choose(g, event.currentTarget),
                        },
                        make('span', { class: 'kind', title: kinds[generator.k][1] }, kinds[generator.k][0]),
                        ' ' + generator.t,
                    ),
                ),
            ),
        );
        const shown =
            view.generators.length === view.generatorCount
                ? explorer.plural(view.generatorCount, 'generator')
                : 'The first ' +
                  view.generators.length +
                  ' of ' +
                  explorer.plural(view.generatorCount, 'generator');
        return [
            make('p', { class: 'hint' }, shown + '. Choose one to see what it moves, then apply it to a state.'),
            list,
            make(
                'div',
                { class: 'play' },
                make('button', { type: 'button', id: 'apply', disabled: true, onclick: apply }, 'Apply to a state'),
                make('span', { id: 'weight', class: 'weight', role: 'status' }),
            ),
            make('ul', { class: 'changes', id: 'changes' }),
        ];
    }

    function choose(g, button) {
        stop();
        const view = explorer.view();
        chosen = view.generators[g];
        document
            .querySelectorAll('#generators button')
            .forEach(other => other.setAttribute('aria-pressed', String(other === button)));
        explorer.highlight(data.whole ? explorer.moved(view, chosen) : null, chosen.n);
        document.getElementById('apply').disabled = chosen.s === undefined;
        document.getElementById('weight').textContent =
            chosen.s === undefined ? 'It leaves every recorded state as it is.' : '';
        document.getElementById('changes').replaceChildren();
    }

    /* Block by block; in between the log-weight is another, at the end it is the same. */
    function apply() {
        stop();
        const view = explorer.view();
        const before = data.whole ? explorer.stateOf(chosen.s) : null;
        const state = before && before.slice();
        const changes = data.whole ? explorer.image(view, chosen, before) : [];
        const items = chosen.d.map(([from, to]) => make('li', {}, from + ' → ' + to));
        const more = data.whole ? changes.length - items.length : 0;
        document
            .getElementById('changes')
            .replaceChildren(
                ...items,
                ...(more > 0 ? [make('li', {}, 'and ' + explorer.plural(more, 'more block'))] : []),
            );
        const steps = data.whole ? changes.length : items.length;
        const start = data.whole && data.tables ? explorer.logWeight(before) : chosen.w;
        if (data.whole) {
            explorer.showState(state);
        }
        const output = document.getElementById('weight');
        output.dataset.before = start;
        delete output.dataset.after;
        output.textContent = 'log-weight ' + explorer.weightText(start);
        let k = 0;
        const next = function () {
            if (k < steps) {
                if (data.whole) {
                    explorer.assign(view, changes[k][0], changes[k][1], state);
                    explorer.showState(state);
                }
                if (k < items.length) {
                    items[k].className = 'done';
                }
                k++;
                if (k < steps && data.whole && data.tables) {
                    output.textContent = 'on the way ' + explorer.weightText(explorer.logWeight(state));
                }
                timer = setTimeout(next, still.matches ? 0 : Math.min(PAUSE, 4000 / steps));
            } else {
                const end = data.whole && data.tables ? explorer.logWeight(state) : chosen.v;
                output.dataset.after = end;
                output.textContent =
                    'log-weight ' +
                    explorer.weightText(start) +
                    ' before, ' +
                    explorer.weightText(end) +
                    ' after: ' +
                    (Math.abs(end - start) <= 1e-6 * (1 + Math.abs(start)) ? 'the same' : 'different');
            }
        };
        timer = setTimeout(next, still.matches ? 0 : PAUSE);
    }

    function comparison() {
        const body = make('tbody', {});
        data.views.forEach((view, i) =>
            body.append(
                make(
                    'tr',
                    { class: i === data.chosen ? 'chosen' : null },
                    make(
                        'th',
                        { scope: 'row' },
                        make('button', { type: 'button', class: 'link', onclick: () => take(i) }, view.title),
                    ),
                    make(
                        'td',
                        {},
                        view.product === '1'
                            ? 'trivial'
                            : /^G\[\d+\]$/.test(view.product)
                              ? view.product
                              : view.product + ', ' + explorer.power(view.log10),
                    ),
                    make('td', { class: 'score' }, view.id === 'variable' ? '–' : view.score.toFixed(1)),
                    make('td', {}, view.sees || (view.id === 'variable' ? 'Nothing.' : 'Nothing more.')),
                ),
            ),
        );
        return [
            make('h3', {}, 'Side by side'),
            make(
                'p',
                { class: 'hint' },
                'Each kind can say more than the one before: the last column is a ' +
                    'symmetry that the kind before cannot. The score is about the logarithm of how many states an ' +
                    'orbit joins.',
            ),
            make(
                'div',
                { class: 'scroll' },
                make(
                    'table',
                    { id: 'comparison' },
                    make(
                        'thead',
                        {},
                        make(
                            'tr',
                            {},
                            make('th', {}, 'Kind'),
                            make('th', {}, 'Group, order'),
                            make('th', {}, 'Score'),
                            make('th', {}, 'Beyond the kind before'),
                        ),
                    ),
                    body,
                ),
            ),
        ];
    }

    function take(i) {
        const select = document.getElementById('view');
        select.value = i;
        select.dispatchEvent(new Event('change'));
    }

    explorer.startSymmetries = function () {
        render();
        explorer.on(what => {
            if (what === 'view') {
                render();
            }
        });
    };
})();
