/* Pictures of small models: each is drawn as the page that it leads to draws it. */
'use strict';
(function () {
    const models = JSON.parse(document.getElementById('models').textContent);

    function draw(container) {
        explorer.root = container;
        explorer.data = models[container.dataset.model];
        const cy = cytoscape({
            container,
            elements: explorer.elements(null),
            style: explorer.sheet(false),
            layout: { name: 'null' },
            autoungrabify: true,
            userZoomingEnabled: false,
            userPanningEnabled: false,
            boxSelectionEnabled: false,
        });
        const classes = explorer.classes();
        cy.nodes('.variable').forEach(node => explorer.paintClass(node, classes[node.data('row')]));
        cy.nodes('.variable').style('label', '');
        explorer.layOut(cy);
        cy.fit(undefined, 8);
        return cy;
    }

    const containers = [...document.querySelectorAll('.model')];
    let drawn = containers.map(draw);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
        explorer.colours.clear();
        drawn.forEach(cy => cy.destroy());
        drawn = containers.map(draw);
    });
    window.models = () => drawn;
})();
