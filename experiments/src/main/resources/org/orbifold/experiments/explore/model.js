/* The data of the page, and what can be computed from it: states, weights, images under generators. */
'use strict';
const explorer = {};

/* Reports, which draw several models, have none of their own. */
explorer.data = JSON.parse(document.getElementById('model')?.textContent ?? 'null');
explorer.root = document.documentElement;

/* Makes an element; text is always text, whatever is in it. */
explorer.make = function (tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
        if (name.startsWith('on')) {
            element.addEventListener(name.slice(2), value);
        } else if (value !== false && value !== null && value !== undefined) {
            element.setAttribute(name, value === true ? '' : value);
        }
    }
    element.append(...children);
    return element;
};

/* Classes of blocks by number, and the colours of routes. */
explorer.TYPES = ['orbit', 'orbit', 'orbit', 'orbit', 'orbit', 'other_orbits', 'inside', 'fixed'];
explorer.ROUTES = { exact: 'c2', counting: 'c0', sampled: 'c1', observed: 'c3', fixed: 'c7' };

/* Colours of the theme, kept until it changes: asking for one makes the browser look at all styles. */
explorer.colours = new Map();
explorer.colour = function (name) {
    if (!explorer.colours.has(name)) {
        explorer.colours.set(
            name,
            getComputedStyle(explorer.root)
                .getPropertyValue('--' + name)
                .trim(),
        );
    }
    return explorer.colours.get(name);
};
explorer.valueColours = () => ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'].map(explorer.colour);
explorer.count = n => n.toLocaleString('en');
explorer.plural = (n, word) => explorer.count(n) + ' ' + word + (n === 1 ? '' : 's');
/* Few digits for probabilities and errors; weights keep enough to be compared. */
explorer.number = x => (x === null ? 'not known' : x === 0 ? '0' : Number(x.toPrecision(3)).toString());
explorer.weightText = x => (Number.isFinite(x) ? x.toFixed(6) : 'impossible');
explorer.power = log10 => (log10 < 6 ? explorer.count(Math.round(10 ** log10)) : 'about 10^' + log10.toFixed(1));

explorer.labels = variable => explorer.data.domains[variable.d];
explorer.view = () => explorer.data.views[explorer.data.chosen];

/* The state of a step: values of the free variables, by row of the page. */
explorer.stateOf = function (step) {
    const { free, run } = explorer.data;
    const state = [];
    free.forEach((row, v) => {
        state[row] = parseInt(run.steps[step].s.slice(v * run.width, (v + 1) * run.width), 36);
    });
    return state;
};

/* The log-weight by the factors' tables; NaN where the page does not have them. */
explorer.logWeight = function (state) {
    const { tables, factors, constant, variables } = explorer.data;
    if (!tables) {
        return NaN;
    }
    let sum = constant;
    for (const factor of factors) {
        let at = 0;
        for (const row of factor.s) {
            at = at * explorer.labels(variables[row]).length + state[row];
        }
        const entry = tables[factor.t][at];
        sum += entry === null ? -Infinity : entry;
    }
    return sum;
};

/* Where the pairs of each block begin: block values count with the last variable the fastest. */
explorer.pairs = function (view) {
    if (!view.first) {
        view.first = [];
        let next = 0;
        for (const block of view.blocks) {
            view.first.push(next);
            next += block.reduce((n, row) => n * explorer.labels(explorer.data.variables[row]).length, 1);
        }
        view.first.push(next);
    }
    return view.first;
};

explorer.blockOf = function (view, pair) {
    const first = explorer.pairs(view);
    let low = 0;
    let high = view.blocks.length;
    while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (first[middle] <= pair) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
};

explorer.blockValue = (view, block, state) =>
    view.blocks[block].reduce(
        (value, row) => value * explorer.labels(explorer.data.variables[row]).length + state[row],
        0,
    );

explorer.assign = function (view, block, value, state) {
    const rows = view.blocks[block];
    for (let k = rows.length - 1; k >= 0; k--) {
        const size = explorer.labels(explorer.data.variables[rows[k]]).length;
        state[rows[k]] = value % size;
        value = Math.floor(value / size);
    }
};

/* What a generator does to a state: [block, new value] for each block that it changes. */
explorer.image = function (view, generator, state) {
    const first = explorer.pairs(view);
    const changes = [];
    for (let i = 0; i < generator.m.length; i += 2) {
        const from = explorer.blockOf(view, generator.m[i]);
        if (explorer.blockValue(view, from, state) === generator.m[i] - first[from]) {
            const to = explorer.blockOf(view, generator.m[i + 1]);
            const value = generator.m[i + 1] - first[to];
            if (explorer.blockValue(view, to, state) !== value) {
                changes.push([to, value]);
            }
        }
    }
    return changes;
};

/* The rows of the variables whose blocks a generator moves. */
explorer.moved = function (view, generator) {
    const rows = new Set();
    for (let i = 0; i < generator.m.length; i += 2) {
        view.blocks[explorer.blockOf(view, generator.m[i])].forEach(row => rows.add(row));
    }
    return rows;
};

explorer.listeners = [];
explorer.changed = what => explorer.listeners.forEach(listener => listener(what));
explorer.on = listener => explorer.listeners.push(listener);
