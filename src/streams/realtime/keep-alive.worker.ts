/** The clock of a hidden tab. Browsers slow the timers of hidden pages to one a minute, but not those of workers. */
const every = 10_000

setInterval(() => postMessage('beat'), every)
