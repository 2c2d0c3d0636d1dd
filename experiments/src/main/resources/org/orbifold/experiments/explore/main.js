/* Puts the page together: heading, theme, tabs. */
'use strict';
(function () {
    const { data } = explorer;
    const root = document.documentElement;
    const tabs = [...document.querySelectorAll('[role=tab]')];

    function theme(dark) {
        root.dataset.theme = dark ? 'dark' : 'light';
        const button = document.getElementById('theme');
        button.setAttribute('aria-pressed', String(dark));
        button.textContent = dark ? 'Light' : 'Dark';
        explorer.colours.clear();
        explorer.changed('theme');
    }

    function select(tab) {
        tabs.forEach(other => {
            other.setAttribute('aria-selected', String(other === tab));
            other.tabIndex = other === tab ? 0 : -1;
            document.getElementById(other.getAttribute('aria-controls')).hidden = other !== tab;
        });
        if (tab.id === 'tab-states') {
            explorer.showStates();
        }
    }

    document.getElementById('name').textContent = data.name;
    document.getElementById('facts').textContent =
        explorer.plural(data.variableCount, 'variable') +
        (data.observed ? ', ' + explorer.count(data.observed) + ' observed' : '') +
        ', ' +
        explorer.plural(data.factorCount, 'factor');
    document
        .getElementById('graph')
        .setAttribute(
            'aria-label',
            'Graph of ' +
                data.name +
                (data.whole ? '' : ', up to its symmetries') +
                '; below it is the same as a table',
        );
    const system = matchMedia('(prefers-color-scheme: dark)');
    theme(system.matches);
    system.addEventListener('change', () => theme(system.matches));
    explorer.startGraph();
    explorer.startSymmetries();
    explorer.startAnswers();
    explorer.startStates();
    document.getElementById('theme').addEventListener('click', () => theme(root.dataset.theme !== 'dark'));
    tabs.forEach((tab, i) => {
        tab.addEventListener('click', () => select(tab));
        tab.addEventListener('keydown', event => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (step) {
                const next = tabs[(i + step + tabs.length) % tabs.length];
                select(next);
                next.focus();
            }
        });
    });
    explorer.ready = performance.now();
})();
