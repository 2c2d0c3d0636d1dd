/* What is drawn: nodes and lines for Cytoscape, their style, and where they stand if there are many. */
'use strict';
(function () {
    const CELL = 46;
    const MANY = 300;
    /* Width of a letter of a name, and room between names for the frames of two blocks. */
    const NAME_WIDTH = 5.6;
    const NAME_GAP = 26;
    const SHAPES = { orbit: 'ellipse', other_orbits: 'hexagon', inside: 'round-rectangle', fixed: 'ellipse' };

    function variableNode(row, parent) {
        const variable = explorer.data.variables[row];
        return {
            group: 'nodes',
            classes: 'variable' + (variable.o === undefined ? '' : ' observed'),
            data: {
                id: 'v' + row,
                row,
                label: variable.n,
                parent,
                colour: explorer.colour('c3'),
                shape: 'ellipse',
            },
        };
    }

    function wholeElements() {
        const view = explorer.view();
        const elements = [];
        const parents = {};
        view.blocks.forEach((rows, b) => {
            if (rows.length > 1) {
                elements.push({ group: 'nodes', classes: 'block', data: { id: 'b' + b, block: b } });
                rows.forEach(row => {
                    parents[row] = 'b' + b;
                });
            }
        });
        explorer.data.variables.forEach((variable, row) => elements.push(variableNode(row, parents[row])));
        explorer.data.factors.forEach((factor, f) => {
            if (factor.s.length === 2) {
                elements.push({
                    group: 'edges',
                    data: { id: 'f' + f, factor: f, source: 'v' + factor.s[0], target: 'v' + factor.s[1] },
                });
            } else {
                elements.push({ group: 'nodes', classes: 'factor', data: { id: 'f' + f, factor: f } });
                factor.s.forEach(row =>
                    elements.push({
                        group: 'edges',
                        data: { id: 'f' + f + '-' + row, source: 'f' + f, target: 'v' + row },
                    }),
                );
            }
        });
        return elements;
    }

    function quotientElements(open) {
        const view = explorer.view();
        const elements = [];
        view.nodes.forEach((node, n) => {
            const opened = open === n;
            elements.push({
                group: 'nodes',
                classes: 'quotient' + (opened ? ' open' : ''),
                data: {
                    id: 'q' + n,
                    node: n,
                    label: node.label,
                    size: 26 + 7 * Math.log10(1 + node.blocks),
                    colour: '#999',
                    shape: 'ellipse',
                },
            });
            if (opened) {
                members(node, n).forEach(element => elements.push(element));
            }
        });
        view.links.forEach(([a, b, count]) =>
            elements.push({
                group: 'edges',
                classes: 'link',
                data: {
                    id: 'l' + a + '-' + b,
                    source: 'q' + a,
                    target: 'q' + b,
                    label: explorer.count(count),
                    width: 1 + Math.log10(count),
                },
            }),
        );
        return elements;
    }

    function members(node, n) {
        const elements = [];
        const of = new Map();
        node.members.forEach((rows, m) => {
            const parent = rows.length > 1 ? 'q' + n + 'b' + m : 'q' + n;
            if (rows.length > 1) {
                elements.push({ group: 'nodes', classes: 'block', data: { id: parent, parent: 'q' + n, rows } });
            }
            of.set(m, rows.length > 1 ? parent : 'v' + rows[0]);
            rows.forEach(row => elements.push(variableNode(row, parent)));
        });
        node.links.forEach(([a, b], i) =>
            elements.push({ group: 'edges', data: { id: 'm' + i, source: of.get(a), target: of.get(b) } }),
        );
        return elements;
    }

    /* All nodes and lines; open is the number of the quotient's node that is open. */
    explorer.elements = open => (explorer.data.whole ? wholeElements() : quotientElements(open));

    /* How nodes and lines look, in the colours of the theme. */
    explorer.sheet = function (many) {
        const fg = explorer.colour('fg');
        const soft = explorer.colour('soft');
        const bg = explorer.colour('bg');
        const mark = explorer.colour('mark');
        return [
            {
                selector: 'node',
                style: {
                    'font-size': 10,
                    color: fg,
                    'text-outline-color': bg,
                    'text-outline-width': 2,
                    // Smaller than this nobody reads them: they appear when one zooms in.
                    'min-zoomed-font-size': 8,
                    'text-valign': 'bottom',
                    'text-margin-y': 3,
                },
            },
            // Names must not run into those of the neighbours.
            ...(many ? [{ selector: '.variable', style: { 'text-wrap': 'ellipsis', 'text-max-width': CELL } }] : []),
            {
                selector: '.variable',
                style: {
                    width: 24,
                    height: 24,
                    label: 'data(label)',
                    'background-color': 'data(colour)',
                    shape: 'data(shape)',
                    'border-width': 1.5,
                    'border-color': fg,
                },
            },
            { selector: '.observed', style: { shape: 'diamond', 'border-width': 3 } },
            { selector: '.factor', style: { width: 8, height: 8, shape: 'rectangle', 'background-color': soft } },
            {
                selector: '.block',
                style: {
                    shape: 'round-rectangle',
                    'background-color': soft,
                    'background-opacity': 0.08,
                    'border-width': 1.5,
                    'border-style': 'dashed',
                    'border-color': soft,
                    padding: 8,
                },
            },
            {
                selector: '.quotient',
                style: {
                    width: 'data(size)',
                    height: 'data(size)',
                    'background-color': 'data(colour)',
                    shape: 'data(shape)',
                    label: 'data(label)',
                    'text-wrap': 'wrap',
                    'font-size': 12,
                    'border-width': 2,
                    'border-color': fg,
                    'text-max-width': 150,
                },
            },
            {
                selector: '.quotient.open',
                style: {
                    shape: 'round-rectangle',
                    'background-opacity': 0.12,
                    'text-valign': 'top',
                    'text-margin-y': -4,
                    padding: 12,
                },
            },
            {
                selector: 'edge',
                style: {
                    width: 1,
                    'line-color': soft,
                    'line-opacity': many && !explorer.grid() ? 0.2 : 0.6,
                    'curve-style': 'haystack',
                },
            },
            {
                selector: '.link',
                style: {
                    width: 'data(width)',
                    label: 'data(label)',
                    'font-size': 10,
                    color: soft,
                    'text-background-color': bg,
                    'text-background-opacity': 0.85,
                    'text-background-padding': 2,
                    'curve-style': 'straight',
                },
            },
            { selector: '.moved', style: { 'border-width': 5, 'border-color': mark } },
            { selector: '.dim', style: { opacity: 0.25 } },
            { selector: ':selected', style: { 'border-width': 5, 'border-color': explorer.colour('link') } },
        ];
    };

    /*
     * Where nodes are when there are too many for forces: the blocks of a class stand together in rows, a factor beside
     * the least busy of its variables.
     */
    explorer.bands = function () {
        const view = explorer.view();
        const places = {};
        const free = view.blocks.map((rows, b) => b);
        free.sort((a, b) => view.classOf[a] - view.classOf[b] || a - b);
        const width = 1.5 * Math.sqrt(explorer.data.variables.length) * CELL;
        let x = 0;
        let y = 0;
        let last = -1;
        const put = rows =>
            rows.forEach(row => {
                places['v' + row] = { x, y };
                x += CELL;
            });
        for (const b of free) {
            if (last >= 0 && view.classOf[b] !== last) {
                x = 0;
                y += 2.2 * CELL;
            } else if (x > width) {
                x = 0;
                y += 1.5 * CELL;
            }
            put(view.blocks[b]);
            x += view.blocks[b].length > 1 ? 0.7 * CELL : 0;
            last = view.classOf[b];
        }
        x = 0;
        y += 2.2 * CELL;
        put(
            explorer.data.variables
                .map((variable, row) => row)
                .filter(row => explorer.data.variables[row].o !== undefined),
        );
        const busy = [];
        explorer.data.factors.forEach(factor =>
            factor.s.forEach(row => {
                busy[row] = (busy[row] || 0) + 1;
            }),
        );
        explorer.data.factors.forEach((factor, f) => {
            const row = factor.s.reduce((a, b) => (busy[b] < busy[a] ? b : a));
            places['f' + f] = { x: places['v' + row].x + 0.45 * CELL, y: places['v' + row].y - 0.45 * CELL };
        });
        return node => places[node.id()] || { x: 0, y: 0 };
    };

    /* The variables that pairs join; null if there are factors of more, whose places lines do not show. */
    function pairs() {
        const { factors } = explorer.data;
        return factors.some(factor => factor.s.length > 2) ? null : factors.filter(f => f.s.length === 2).map(f => f.s);
    }

    /* Two numbers at the ends of the names, such as x_3_4 or Spin(3,4). */
    function namedCells() {
        const cells = explorer.data.variables.map(variable => variable.n.match(/(\d+)\D+(\d+)\D*$/));
        return cells.every(cell => cell) ? cells.map(cell => [Number(cell[1]), Number(cell[2])]) : null;
    }

    /* Cells row by row: the most frequent distance of neighbours beside 1 is the width. */
    function numberedCells(edges) {
        const counts = new Map();
        edges
            .map(([a, b]) => Math.abs(a - b))
            .filter(d => d > 1)
            .forEach(d => counts.set(d, (counts.get(d) || 0) + 1));
        const width = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(entry => entry[0])[0];
        return width ? explorer.data.variables.map((variable, row) => [Math.floor(row / width), row % width]) : null;
    }

    /* Whether nearly all lines join neighbours of the grid, also around its ends, and most neighbours are joined. */
    function isGrid(cells, edges) {
        const [height, width] = [0, 1].map(axis => 1 + Math.max(...cells.map(cell => cell[axis])));
        const free = new Set(cells.map(([r, c]) => r * width + c));
        const step = (a, b, size) => (a === b ? 0 : Math.abs(a - b) === 1 || Math.abs(a - b) === size - 1 ? 1 : 2);
        const near = edges.filter(
            ([a, b]) => step(cells[a][0], cells[b][0], height) + step(cells[a][1], cells[b][1], width) === 1,
        ).length;
        return (
            height > 1 &&
            width > 1 &&
            free.size === cells.length &&
            near >= 0.95 * edges.length &&
            near >= 0.75 * (2 * cells.length - height - width)
        );
    }

    /* Rows and columns of the variables, if they are a grid by their names or their numbers; else null. */
    explorer.grid = function () {
        const edges = explorer.data.whole ? pairs() : null;
        if (!edges || edges.length < 4) {
            return null;
        }
        return [namedCells(), numberedCells(edges)].find(cells => cells && isGrid(cells, edges)) || null;
    };

    /* Columns as far apart as rows, or as the longest name needs where names are shown in full. */
    function gridPlaces(cells, many) {
        const space = 1.4 * CELL;
        const longest = Math.max(...explorer.data.variables.map(variable => variable.n.length));
        const column = many ? space : Math.max(space, NAME_WIDTH * longest + NAME_GAP);
        const places = {};
        cells.forEach(([r, c], row) => (places['v' + row] = { x: c * column, y: r * space }));
        explorer.data.factors.forEach((factor, f) => {
            const at = places['v' + factor.s[0]];
            places['f' + f] = { x: at.x + 0.5 * CELL, y: at.y - 0.4 * CELL };
        });
        return node => places[node.id()] || { x: 0, y: 0 };
    }

    /* By row: the class of its block. */
    explorer.classes = function () {
        const view = explorer.view();
        const classes = [];
        view.blocks.forEach((rows, b) => rows.forEach(row => (classes[row] = view.classOf[b])));
        return classes;
    };

    explorer.paintClass = (node, c) =>
        node.data({ colour: explorer.colour('c' + c), shape: SHAPES[explorer.TYPES[c]] });

    explorer.isMany = cy => cy.nodes().length > MANY;

    function seeded() {
        let x = 12345;
        return () => {
            x = (x * 1103515245 + 12345) % 2147483648;
            return x / 2147483648;
        };
    }

    /*
     * A grid as a grid. Else forces, always from the same start, so that the same graph looks the same; rows if there
     * are many nodes.
     */
    explorer.layOut = function (cy) {
        const whole = explorer.data.whole;
        const cells = explorer.grid();
        if (cells) {
            cy.layout({ name: 'preset', positions: gridPlaces(cells, explorer.isMany(cy)), fit: false }).run();
            return;
        }
        const chance = Math.random;
        Math.random = seeded();
        try {
            cy.layout(
                explorer.isMany(cy)
                    ? { name: 'preset', positions: explorer.bands(), fit: false }
                    : {
                          name: 'fcose',
                          animate: false,
                          randomize: true,
                          nodeDimensionsIncludeLabels: true,
                          idealEdgeLength: whole ? 60 : 80,
                          nodeRepulsion: 6000,
                          gravity: whole ? 0.25 : 3,
                          gravityRange: whole ? 3.8 : 1.2,
                          tile: true,
                          packComponents: false,
                      },
            ).run();
        } finally {
            Math.random = chance;
        }
    };
})();
