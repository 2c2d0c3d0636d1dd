/* A run to step through: sweeps of block Gibbs, and orbit moves that join states of equal weight. */
'use strict';
(function () {
    const { data, make } = explorer;
    const steps = data.run.steps;
    const WORDS = { start: 'the start, after a warm-up', sweep: 'a sweep of block Gibbs', move: 'an orbit move' };
    const PAUSE = 500;
    const charts = [];
    let at = 0;
    let timer = null;

    function show(step) {
        at = Math.max(0, Math.min(steps.length - 1, step));
        const one = steps[at];
        const before = steps[Math.max(0, at - 1)];
        document.getElementById('step').value = at;
        document.getElementById('step-text').textContent =
            'Step ' +
            at +
            ' of ' +
            (steps.length - 1) +
            ': ' +
            WORDS[one.k] +
            '. ' +
            (at === 0 ? '' : explorer.plural(one.c, 'variable') + ' changed. ') +
            'Log-weight ' +
            explorer.weightText(one.w) +
            (one.k === 'move' && Math.abs(one.w - before.w) < 1e-6 * (1 + Math.abs(one.w)) ? ', as before' : '') +
            '. Its orbit has ' +
            (one.more ? 'at least ' : '') +
            (one.o === 0 ? 'no other state' : explorer.power(one.o) + ' states') +
            '.';
        if (data.whole) {
            const state = explorer.stateOf(at);
            const last = explorer.stateOf(Math.max(0, at - 1));
            explorer.showState(state);
            explorer.highlight(data.free.filter(row => state[row] !== last[row]));
        }
        charts.forEach(chart => {
            chart.$at = at;
            chart.update('none');
        });
    }

    function play() {
        const button = document.getElementById('play');
        if (timer !== null) {
            clearInterval(timer);
            timer = null;
            button.textContent = 'Play';
            return;
        }
        button.textContent = 'Pause';
        timer = setInterval(() => {
            if (at === steps.length - 1) {
                play();
            } else {
                show(at + 1);
            }
        }, PAUSE);
    }

    /* The step that is shown, as a line across. */
    const marker = {
        id: 'marker',
        afterDatasetsDraw(chart) {
            const x = chart.scales.x.getPixelForValue(chart.$at || 0);
            const { ctx, chartArea } = chart;
            ctx.save();
            ctx.strokeStyle = explorer.colour('mark');
            ctx.lineWidth = 2;
            ctx.beginPath();
            ctx.moveTo(x, chartArea.top);
            ctx.lineTo(x, chartArea.bottom);
            ctx.stroke();
            ctx.restore();
        },
    };

    function chart(id, label, datasets, title) {
        const canvas = make('canvas', { id, role: 'img', 'aria-label': label });
        return [
            make('div', { class: 'chart' }, canvas),
            () => {
                const soft = explorer.colour('soft');
                const rule = explorer.colour('rule');
                const axis = text => ({
                    title: { display: true, text, color: soft },
                    ticks: { color: soft, maxTicksLimit: 6 },
                    grid: { color: rule },
                });
                charts.push(
                    new Chart(canvas, {
                        type: 'line',
                        data: { labels: steps.map((one, i) => i), datasets },
                        plugins: [marker],
                        options: {
                            animation: false,
                            maintainAspectRatio: false,
                            interaction: { mode: 'index', intersect: false },
                            scales: { x: axis('step'), y: axis(title) },
                            plugins: {
                                legend: {
                                    display: datasets.length > 1,
                                    labels: { color: explorer.colour('fg'), usePointStyle: true, boxHeight: 7 },
                                },
                            },
                            onClick: (event, found) => {
                                if (found.length) {
                                    show(found[0].index);
                                }
                            },
                        },
                    }),
                );
            },
        ];
    }

    function weights() {
        const move = steps.map(one => one.k === 'move');
        return chart(
            'weights',
            'Log-weight of each step of the run',
            [
                {
                    label: 'log-weight',
                    data: steps.map(one => one.w),
                    borderColor: explorer.colour('c0'),
                    backgroundColor: steps.map((one, i) => explorer.colour(move[i] ? 'c1' : 'c0')),
                    borderWidth: 1.5,
                    pointStyle: move.map(is => (is ? 'triangle' : 'circle')),
                    pointRadius: move.map(is => (is ? 5 : 2.5)),
                },
            ],
            'log-weight',
        );
    }

    function shares() {
        const colours = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'];
        const styles = ['circle', 'triangle', 'rect', 'star', 'rectRot', 'cross', 'crossRot', 'dash'];
        return chart(
            'shares',
            'Share of blocks with each value, for each step of the run',
            data.run.values.map((value, x) => ({
                label: value,
                data: steps.map(one => one.p[x]),
                borderColor: explorer.colour(colours[x]),
                backgroundColor: explorer.colour(colours[x]),
                showLine: false,
                pointStyle: styles[x],
                pointRadius: 4,
                borderWidth: 1.5,
            })),
            'share of blocks',
        );
    }

    let drawn = false;
    const draw = [];

    /* Charts need a place that is shown. */
    explorer.showStates = function () {
        if (steps.length === 0) {
            return;
        }
        if (!drawn) {
            draw.forEach(one => one());
        }
        drawn = true;
        show(at);
    };

    explorer.startStates = function () {
        const panel = document.getElementById('states');
        if (steps.length === 0) {
            panel.append(make('p', {}, data.run.note || 'Every variable is observed: there is one state.'));
            return;
        }
        const [first, drawFirst] = weights();
        draw.push(drawFirst);
        panel.append(
            make('h3', {}, 'A short run'),
            make(
                'p',
                { class: 'hint' },
                'Sweeps change the log-weight; orbit moves (triangles) go to another ' +
                    'state of the same weight, however far away. Choose a point to go there.',
            ),
            make(
                'div',
                { class: 'play' },
                make('button', { type: 'button', onclick: () => show(at - 1), id: 'back' }, 'Back'),
                make('button', { type: 'button', onclick: play, id: 'play' }, 'Play'),
                make('button', { type: 'button', onclick: () => show(at + 1), id: 'next' }, 'Next'),
            ),
            make('input', {
                type: 'range',
                id: 'step',
                min: 0,
                max: steps.length - 1,
                value: 0,
                'aria-label': 'Step of the run',
                oninput: event => show(Number(event.target.value)),
            }),
            make('p', { id: 'step-text', role: 'status' }),
            first,
        );
        if (data.run.values.length > 0) {
            const [second, drawSecond] = shares();
            draw.push(drawSecond);
            panel.append(
                make('h3', {}, 'Values of ' + data.run.kind),
                make(
                    'p',
                    { class: 'hint' },
                    'The share of these blocks that have each value: ' +
                        'where a move jumps from one line to another, it joins modes that sweeps do not.',
                ),
                second,
            );
        }
    };

    /* Charts take their colours when they are made. */
    explorer.on(what => {
        if (what === 'theme' && drawn) {
            const panel = document.getElementById('states');
            charts.splice(0).forEach(one => one.destroy());
            panel.replaceChildren();
            draw.length = 0;
            drawn = false;
            explorer.startStates();
            if (!panel.hidden) {
                explorer.showStates();
            }
        }
    });
})();
