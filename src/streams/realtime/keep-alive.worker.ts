/** The clock of a hidden tab: browsers slow down the timers of hidden pages to one a minute, those of workers not. */
const every = 10_000

setInterval(() => postMessage('beat'), every)
