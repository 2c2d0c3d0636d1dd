/* The charts of a report: Chart.js draws them, from the data inside the page. */
'use strict';
(function () {
    const data = JSON.parse(document.getElementById('charts').textContent);
    const charts = new Map();
    const hidden = new Set();
    const MARKED = 7;
    const REACH = 40;
    const colour = name =>
        getComputedStyle(document.documentElement)
            .getPropertyValue('--' + name)
            .trim();

    function number(x) {
        const size = Math.abs(x);
        return x === 0
            ? '0'
            : size >= 1e4 || size < 1e-2
              ? Number(x.toPrecision(3)).toExponential().replace('+', '')
              : x.toLocaleString('en', { maximumSignificantDigits: 3 });
    }

    const leading = value => value / 10 ** Math.floor(Math.log10(value) + 1e-9);

    /* A logarithmic axis has powers of ten, at most about eight; where there are few, also twice and five times. */
    function thin(scale) {
        const ticks = scale.ticks.filter(({ value }) => value >= scale.min && value <= scale.max);
        const decades = Math.log10(scale.max / scale.min);
        const digits = decades < 0.7 ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : decades < 2.5 ? [1, 2, 5] : [1];
        const every = Math.max(1, Math.ceil(decades / 8));
        const kept = ticks.filter(
            ({ value }) =>
                digits.some(digit => Math.abs(leading(value) - digit) < 1e-6) &&
                Math.floor(Math.log10(value) + 1e-9) % every === 0,
        );
        scale.ticks = kept.length > 1 ? kept : ticks;
    }

    /* On a linear axis, as many digits as the distance of ticks has. */
    function plain(value, index, all) {
        const step = all.length > 1 ? Math.abs(all[1].value - all[0].value) : 1;
        const digits = Math.min(12, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
        /* Adding 0 turns -0 into 0. */
        const rounded = Number(value.toFixed(digits)) + 0;
        return rounded.toLocaleString('en', { maximumFractionDigits: digits });
    }

    /* Differences that are rounding must not fill a chart, and a logarithmic axis needs two round numbers. */
    function widen(scale) {
        const { min, max } = scale;
        if (scale.type === 'logarithmic') {
            const round = (value, up) => {
                const decade = 10 ** Math.floor(Math.log10(value) + 1e-9);
                return (up ? Math.floor(value / decade + 1e-9) + 1 : Math.floor(value / decade + 1e-9)) * decade;
            };
            if (min > 0 && max / min < 3) {
                scale.min = round(min, false);
                scale.max = round(max, true);
            }
        } else if (max - min < 1e-6 * Math.max(Math.abs(min), Math.abs(max))) {
            scale.min -= 0.01 * Math.abs(max);
            scale.max += 0.01 * Math.abs(max);
        }
    }

    function axis(text, logarithmic) {
        const soft = colour('soft');
        return {
            type: logarithmic ? 'logarithmic' : 'linear',
            title: { display: Boolean(text), text, color: soft },
            grid: { color: colour('rule') },
            afterDataLimits: widen,
            afterBuildTicks: logarithmic ? thin : undefined,
            ticks: { color: soft, maxRotation: 0, autoSkip: !logarithmic, callback: logarithmic ? number : plain },
        };
    }

    function look(series) {
        return {
            label: series.label,
            borderColor: colour('c' + series.c),
            backgroundColor: colour('card'),
            borderWidth: 2,
            borderDash: series.dash.split(' ').filter(Boolean).map(Number),
            /* A trace has no marks; its name in the legend has a line. */
            pointStyle: series.mark || 'line',
            pointHitRadius: 12,
            hidden: hidden.has(series.label),
        };
    }

    /* A curve, and the edges of its band, of which the second is filled to the first. */
    function curve(plot, series) {
        const points = series.points;
        const every = Math.max(1, Math.floor(points.length / MARKED));
        const lower = plot.logY ? Math.min(...points.filter(p => p[1] > 0).map(p => p[1])) / 10 : -Infinity;
        const line = {
            ...look(series),
            data: points.map(p => ({ x: p[0], y: p[1], low: p[2], high: p[3] })),
            pointRadius: points.map((p, i) =>
                series.mark && (i % every === series.c % every || i === points.length - 1) ? 4 : 0,
            ),
        };
        if (points.every(p => p.length < 4)) {
            return [line];
        }
        const edge = (y, fill) => ({
            label: series.label,
            band: true,
            data: points.map(p => ({ x: p[0], y: Math.max(lower, y(p)) })),
            pointRadius: 0,
            pointHitRadius: 0,
            borderWidth: 0,
            fill,
            backgroundColor: colour('c' + series.c) + '26',
            hidden: hidden.has(series.label),
        });
        return [line, edge(p => p[2] ?? p[1], false), edge(p => p[3] ?? p[1], '-1')];
    }

    /* A row of ratios: its interval as a line, its value as a mark. */
    function row(series, r) {
        const [value, low, high] = series.points[0];
        return {
            ...look(series),
            borderDash: [],
            data: [low, value, high].map(x => ({ x, y: r, value, low, high })),
            pointRadius: [0, 5, 0],
        };
    }

    function words(item) {
        const { x, y, low, high, value } = item.raw;
        const interval = low === undefined ? '' : ' [' + number(Math.max(0, low)) + ', ' + number(high) + ']';
        return (
            item.dataset.label +
            ': ' +
            (value === undefined ? number(y) + interval + ' at ' + number(x) : number(value) + '×' + interval)
        );
    }

    /* The point of a curve that is nearest, if it is near; bands are no curves. */
    Chart.Interaction.modes.curve = function (chart, event) {
        const at = Chart.helpers.getRelativePosition(event, chart);
        let least = REACH * REACH;
        let best = [];
        for (const meta of chart
            .getSortedVisibleDatasetMetas()
            .filter(one => !chart.data.datasets[one.index].band)) {
            meta.data.forEach((element, index) => {
                const distance = (element.x - at.x) ** 2 + (element.y - at.y) ** 2;
                if (distance < least) {
                    least = distance;
                    best = [{ element, datasetIndex: meta.index, index }];
                }
            });
        }
        return best;
    };

    /* What belongs to a name is shown or hidden together. */
    function toggle(chart, label, visible) {
        chart.data.datasets.forEach((dataset, i) => {
            if (dataset.label === label) {
                chart.setDatasetVisibility(i, visible);
            }
        });
        chart.update('none');
    }

    function options(plot) {
        const y = plot.rows
            ? {
                  type: 'linear',
                  reverse: true,
                  min: -0.5,
                  max: plot.series.length - 0.5,
                  grid: { display: false },
                  afterBuildTicks: scale => (scale.ticks = plot.series.map((series, value) => ({ value }))),
                  ticks: {
                      color: colour('fg'),
                      callback: r => {
                          const { label, text } = plot.series[r];
                          /* Two lines where the screen is too narrow for one. */
                          return innerWidth < 600 ? [label, text] : label + '  ' + text;
                      },
                      autoSkip: false,
                  },
              }
            : axis(plot.y, plot.logY);
        return {
            animation: false,
            maintainAspectRatio: false,
            interaction: { mode: 'curve' },
            scales: { x: axis(plot.x, plot.logX), y },
            plugins: {
                tooltip: { callbacks: { title: () => '', label: words } },
                legend: {
                    display: !plot.rows,
                    position: 'bottom',
                    align: 'start',
                    labels: {
                        color: colour('fg'),
                        usePointStyle: true,
                        boxHeight: 7,
                        filter: (item, all) => !all.datasets[item.datasetIndex].band,
                    },
                    onClick: (event, item, legend) =>
                        toggle(legend.chart, item.text, !legend.chart.isDatasetVisible(item.datasetIndex)),
                },
                zoom: {
                    zoom: {
                        drag: { enabled: true, backgroundColor: colour('axis') + '55' },
                        mode: plot.rows ? 'x' : 'xy',
                    },
                },
            },
        };
    }

    function draw(canvas) {
        const plot = data[canvas.dataset.chart];
        const datasets = plot.series.flatMap((series, r) => (plot.rows ? [row(series, r)] : curve(plot, series)));
        charts.get(canvas)?.destroy();
        if (plot.rows) {
            canvas.parentNode.style.height = 70 + 26 * plot.series.length + 'px';
        }
        charts.set(canvas, new Chart(canvas, { type: 'line', data: { datasets }, options: options(plot) }));
    }

    /* A choice for all charts, of the methods that they have in common. */
    function choice(place) {
        const labels = [...new Set(data.flatMap(plot => plot.series.map(series => series.label)))];
        labels.forEach(label => {
            const box = document.createElement('input');
            box.type = 'checkbox';
            box.checked = true;
            box.addEventListener('change', () => {
                hidden[box.checked ? 'delete' : 'add'](label);
                charts.forEach(chart => toggle(chart, label, box.checked));
            });
            const text = document.createElement('label');
            text.append(box, label);
            place.append(text);
        });
    }

    const canvases = [...document.querySelectorAll('canvas[data-chart]')];
    /* Only what is looked at is drawn. */
    const seen = new IntersectionObserver(
        entries => entries.filter(e => e.isIntersecting && !charts.has(e.target)).forEach(e => draw(e.target)),
        { rootMargin: '300px' },
    );
    canvases.forEach(canvas => {
        seen.observe(canvas);
        canvas.addEventListener('dblclick', () => charts.get(canvas).resetZoom('none'));
    });
    const place = document.getElementById('methods');
    if (place) {
        choice(place);
    }
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => [...charts.keys()].forEach(draw));
    window.charts = charts;
})();
