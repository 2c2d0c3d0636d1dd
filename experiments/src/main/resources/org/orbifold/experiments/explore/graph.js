/* The graph: Cytoscape draws it, fCoSE lays it out. */
'use strict';
(function () {
    const { data, make, ROUTES } = explorer;
    let colouring = 'orbit';
    let state = null;
    let open = null;
    let cy = null;

    let classOf = [];
    /* Whether nodes have bars of their own, beside the style sheet. */
    let barred = false;

    /* Bars inside a node: one stretch for each value, as wide as it is probable. */
    function bars(node, shares) {
        const colours = explorer.valueColours();
        const stops = [];
        const places = [];
        let at = 0;
        shares.forEach((share, x) => {
            stops.push(colours[x % colours.length], colours[x % colours.length]);
            places.push((100 * at).toFixed(1) + '%', (100 * (at + share)).toFixed(1) + '%');
            at = Math.min(1, at + share);
        });
        node.style({
            'background-fill': 'linear-gradient',
            'background-gradient-direction': 'to-right',
            'background-gradient-stop-colors': stops.join(' '),
            'background-gradient-stop-positions': places.join(' '),
            shape: node.hasClass('observed') ? 'diamond' : 'round-rectangle',
        });
    }

    function paint(node) {
        const row = node.data('row');
        const variable = data.variables[row];
        if (barred) {
            node.removeStyle();
        }
        if (colouring === 'answer') {
            bars(node, variable.p);
        } else if (colouring === 'route') {
            node.data('colour', explorer.colour(ROUTES[variable.r]));
        } else if (colouring === 'state') {
            const value = state && state[row] !== undefined ? state[row] : variable.o;
            node.data('colour', value === undefined ? explorer.colour('bg') : explorer.valueColours()[value % 8]);
        } else if (variable.o !== undefined) {
            node.data('colour', explorer.colour('c3'));
        } else {
            explorer.paintClass(node, data.whole ? classOf[row] : explorer.view().nodes[open].c);
        }
    }

    function paintAll() {
        cy.batch(() => {
            cy.nodes('.variable').forEach(paint);
            cy.nodes('.quotient').forEach(node =>
                explorer.paintClass(node, explorer.view().nodes[node.data('node')].c),
            );
        });
        barred = colouring === 'answer';
        explorer.legend(colouring);
    }

    function rebuild() {
        if (data.whole) {
            classOf = explorer.classes();
        }
        const elements = explorer.elements(open);
        if (!cy) {
            cy = cytoscape({
                container: document.getElementById('graph'),
                style: [],
                layout: { name: 'null' },
                minZoom: 0.02,
                maxZoom: 4,
                hideEdgesOnViewport: elements.length > 3000,
                textureOnViewport: elements.length > 3000,
            });
            explorer.cy = cy;
            cy.on('mouseover tap', 'node', event => explorer.describe(event.target, open));
            cy.on('tap', '.quotient', event => toggle(event.target.data('node')));
        }
        cy.elements().remove();
        cy.add(elements);
        cy.style(explorer.sheet(explorer.isMany(cy)));
        explorer.layOut(cy);
        fit();
        paintAll();
    }

    /* All of it, but small graphs not larger than life. */
    function fit() {
        cy.resize();
        cy.fit(undefined, 24);
        if (cy.zoom() > 1.4) {
            cy.zoom(1.4);
            cy.center();
        }
    }

    function toggle(n) {
        open = open === n ? null : n;
        rebuild();
        explorer.describe(cy.getElementById('q' + n), open);
    }
    explorer.toggle = toggle;

    function choose(id) {
        const node = cy.getElementById(id);
        if (node.empty()) {
            return;
        }
        cy.elements().unselect();
        node.select();
        cy.animate({ center: { eles: node }, zoom: Math.max(cy.zoom(), 1.2) }, { duration: 200 });
        explorer.describe(node, open);
    }

    /* A name that is found: the node of a variable; where it is hidden, what holds it is opened. */
    function find(name) {
        const row = data.variables.findIndex(variable => variable.n === name);
        if (row < 0) {
            return;
        }
        if (!data.whole && cy.getElementById('v' + row).empty()) {
            open = explorer.view().nodes.findIndex(node => node.members.some(rows => rows.includes(row)));
            if (open < 0) {
                open = null;
                return;
            }
            rebuild();
        }
        choose('v' + row);
    }

    explorer.highlight = function (rows, nodes) {
        cy.batch(() => {
            cy.nodes().removeClass('moved');
            (rows || []).forEach(row => cy.getElementById('v' + row).addClass('moved'));
            (nodes || []).forEach(n => cy.getElementById('q' + n).addClass('moved'));
        });
    };

    explorer.showState = function (values) {
        state = values;
        if (values && colouring !== 'state') {
            colouring = 'state';
            document.getElementById('colour').value = 'state';
            paintAll();
        } else if (colouring === 'state') {
            cy.batch(() => cy.nodes('.variable').forEach(paint));
        }
    };

    explorer.startGraph = function () {
        const select = document.getElementById('view');
        data.views.forEach((view, i) =>
            select.append(
                make('option', { value: i, selected: i === data.chosen }, view.title.replace(' symmetries', '')),
            ),
        );
        select.addEventListener('change', () => {
            data.chosen = Number(select.value);
            open = null;
            rebuild();
            explorer.asTable(choose);
            explorer.changed('view');
        });
        const colour = document.getElementById('colour');
        if (!data.whole) {
            colour.querySelector('[value=state]').remove();
        }
        colour.addEventListener('change', () => {
            colouring = colour.value;
            paintAll();
        });
        document
            .getElementById('names')
            .append(...data.variables.slice(0, 2000).map(variable => make('option', { value: variable.n })));
        document.getElementById('find').addEventListener('change', event => find(event.target.value.trim()));
        document
            .getElementById('zoom-in')
            .addEventListener('click', () => cy.zoom({ level: cy.zoom() * 1.3, renderedPosition: centre() }));
        document
            .getElementById('zoom-out')
            .addEventListener('click', () => cy.zoom({ level: cy.zoom() / 1.3, renderedPosition: centre() }));
        document.getElementById('fit').addEventListener('click', fit);
        document.getElementById('graph').addEventListener('keydown', keys);
        document.getElementById('graph-help').textContent =
            (data.whole
                ? 'Point at a node to read about it; '
                : 'One node for each large orbit; smaller ones are gathered by kind. Choose a node to open it; ') +
            'arrow keys move the picture, + and − zoom, 0 fits it.';
        document.getElementById('as-table').addEventListener('toggle', () => explorer.asTable(choose));
        rebuild();
        document.getElementById('details').append(make('p', { class: 'hint' }, 'Nothing chosen.'));
        addEventListener('resize', fit);
        explorer.on(what => {
            if (what === 'theme') {
                cy.style(explorer.sheet(explorer.isMany(cy)));
                paintAll();
            }
        });
    };

    const centre = () => ({ x: cy.width() / 2, y: cy.height() / 2 });

    function keys(event) {
        const moves = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] };
        if (moves[event.key]) {
            cy.panBy({ x: moves[event.key][0], y: moves[event.key][1] });
        } else if (event.key === '+' || event.key === '-') {
            cy.zoom({ level: cy.zoom() * (event.key === '+' ? 1.3 : 1 / 1.3), renderedPosition: centre() });
        } else if (event.key === '0') {
            fit();
        } else {
            return;
        }
        event.preventDefault();
    }
})();
