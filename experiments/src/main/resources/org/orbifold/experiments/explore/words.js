/* What the graph shows, in words: the node that is pointed at, the legend, and all of it as a table. */
'use strict';
(function () {
    const { data, make, TYPES, ROUTES } = explorer;

    /* A node in words; open is the number of the quotient's node that is open. */
    explorer.describe = function (node, open) {
        const box = document.getElementById('details');
        box.replaceChildren();
        if (node.data('row') !== undefined) {
            describeVariable(box, node.data('row'));
        } else if (node.data('node') !== undefined) {
            const one = explorer.view().nodes[node.data('node')];
            box.append(
                make('b', {}, one.label.replace('\n', ': ')),
                make(
                    'p',
                    {},
                    explorer.plural(one.blocks, 'block') +
                        ' in ' +
                        explorer.plural(one.orbits, 'orbit') +
                        ', ' +
                        explorer.plural(one.variables, 'variable') +
                        '; ' +
                        explorer.plural(one.inside, 'factor') +
                        ' inside. ' +
                        (open === node.data('node')
                            ? 'Open: ' +
                              (one.members.length < one.blocks
                                  ? 'the first ' + one.members.length + ' blocks are shown.'
                                  : 'all blocks are shown.')
                            : 'Choose it to open it.'),
                ),
            );
        } else if (node.data('factor') !== undefined) {
            box.append(
                make('b', {}, 'Factor'),
                make(
                    'p',
                    {},
                    'on ' + data.factors[node.data('factor')].s.map(row => data.variables[row].n).join(', '),
                ),
            );
        } else {
            const rows = node.data('rows') || explorer.view().blocks[node.data('block')];
            box.append(make('b', {}, 'Block'), make('p', {}, rows.map(row => data.variables[row].n).join(', ')));
        }
    };

    function describeVariable(box, row) {
        const variable = data.variables[row];
        const labels = explorer.labels(variable);
        box.append(make('b', {}, variable.n), ' with values ' + labels.join(', '));
        box.append(
            make(
                'p',
                {},
                variable.o !== undefined
                    ? 'Observed: ' + labels[variable.o] + '.'
                    : variable.p.map((p, x) => 'P(' + labels[x] + ') = ' + explorer.number(p)).join(', ') +
                          '; ' +
                          (variable.e === 0
                              ? variable.r
                              : variable.r + ', standard error ' + explorer.number(variable.e)) +
                          '.',
            ),
        );
        if (data.whole && variable.o === undefined) {
            const view = explorer.view();
            const b = view.blocks.findIndex(rows => rows.includes(row));
            const type = TYPES[view.classOf[b]];
            box.append(
                make(
                    'p',
                    {},
                    (view.blocks[b].length > 1
                        ? 'In the block of ' + view.blocks[b].map(r => data.variables[r].n).join(', ') + ': '
                        : '') +
                        (view.orbitOf[b] > 1
                            ? 'an orbit of ' + explorer.count(view.orbitOf[b]) + '.'
                            : type === 'inside'
                              ? 'values are exchanged inside; it is moved to no other.'
                              : 'no symmetry moves it.'),
                ),
            );
        }
    }

    function legendEntry(kind, colour, text) {
        return make(
            'li',
            {},
            make('span', { class: 'swatch ' + kind, style: colour ? 'background:' + colour : null }),
            make('span', {}, text),
        );
    }

    explorer.legend = function (colouring) {
        const list = document.getElementById('legend');
        const entries = [];
        const view = explorer.view();
        if (colouring === 'answer' || colouring === 'state') {
            const domain = data.domains.reduce((a, b) => (b.length > a.length ? b : a), []);
            domain
                .slice(0, 8)
                .forEach((label, x) =>
                    entries.push(
                        legendEntry(
                            colouring === 'answer' ? 'bar' : '',
                            explorer.valueColours()[x],
                            data.domains.length === 1
                                ? label
                                : 'value ' + (x + 1) + (x < 2 ? ' (' + label + ')' : ''),
                        ),
                    ),
                );
        } else if (colouring === 'route') {
            [...new Set(data.variables.map(variable => variable.r))].forEach(route =>
                entries.push(legendEntry(route === 'observed' ? route : '', explorer.colour(ROUTES[route]), route)),
            );
        }
        if (colouring === 'orbit' || !data.whole) {
            view.classes.forEach(one =>
                entries.push(legendEntry(one.type, explorer.colour('c' + one.c), className(one))),
            );
        }
        if (data.whole && data.variables.some(variable => variable.o !== undefined) && colouring !== 'route') {
            entries.push(legendEntry('observed', colouring === 'orbit' ? explorer.colour('c3') : null, 'observed'));
        }
        if (data.whole) {
            entries.push(legendEntry('factor', explorer.colour('soft'), 'factor (of two variables: a line)'));
            if (view.blocks.some(rows => rows.length > 1)) {
                entries.push(legendEntry('box', null, 'block'));
            }
        }
        list.replaceChildren(...entries);
    };

    function className(one) {
        const what = one.large ? 'block' : 'variable';
        /* Variables whose names are numbers have no kind. */
        const kind = /^variable( \+ variable)*$/.test(one.kind) ? '' : ' like ' + one.kind;
        return one.type === 'orbit'
            ? 'orbit of ' + explorer.plural(one.blocks, what) + kind
            : one.type === 'other_orbits'
              ? explorer.plural(one.orbits, 'other orbit')
              : one.type === 'inside'
                ? explorer.plural(one.blocks, what) + ', values exchanged inside'
                : explorer.count(one.blocks) + ' fixed';
    }

    /* The graph for those who do not see it. */
    explorer.asTable = function (choose) {
        const place = document.querySelector('#as-table .scroll');
        const view = explorer.view();
        const rows = data.whole
            ? data.variables.slice(0, 500).map((variable, row) => [
                  variable.n,
                  'variable',
                  data.factors
                      .filter(factor => factor.s.includes(row))
                      .flatMap(factor => factor.s.filter(r => r !== row))
                      .filter((r, i, all) => all.indexOf(r) === i)
                      .slice(0, 12)
                      .map(r => data.variables[r].n)
                      .join(', '),
              ])
            : view.nodes.map((node, n) => [
                  node.label.replace('\n', ': '),
                  explorer.plural(node.variables, 'variable'),
                  view.links
                      .filter(link => link[0] === n || link[1] === n)
                      .map(
                          link =>
                              view.nodes[link[0] === n ? link[1] : link[0]].label.replace('\n', ': ') +
                              ' (' +
                              explorer.plural(link[2], 'factor') +
                              ')',
                      )
                      .join('; '),
              ]);
        const body = make('tbody', {});
        rows.forEach((cells, i) =>
            body.append(
                make(
                    'tr',
                    {},
                    make(
                        'th',
                        { scope: 'row' },
                        make(
                            'button',
                            { type: 'button', class: 'link', onclick: () => choose((data.whole ? 'v' : 'q') + i) },
                            cells[0],
                        ),
                    ),
                    make('td', {}, cells[1]),
                    make('td', {}, cells[2]),
                ),
            ),
        );
        place.replaceChildren(
            make(
                'table',
                {},
                make(
                    'thead',
                    {},
                    make(
                        'tr',
                        {},
                        make('th', {}, 'Node'),
                        make('th', {}, 'What'),
                        make('th', {}, 'Shares factors with'),
                    ),
                ),
                body,
            ),
        );
    };
})();
