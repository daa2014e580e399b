import { createMachine } from 'xstate'

/** What a person sees of a checklist of two lines when they tick the first one, while a colleague works on it too. */
export const checklistModel = createMachine({
  types: {} as {
    events:
      | { type: 'tick' }
      | { type: 'tickInVain' }
      /** The server does not answer for 15 seconds. */
      | { type: 'tickUnanswered' }
      /** There is no network: the change is kept. */
      | { type: 'tickOffline' }
      /** A colleague changed the line before this change arrived. */
      | { type: 'tickTooLate' }
      | { type: 'colleagueTicks' }
      /** A colleague ticks the second line while this change is being saved. */
      | { type: 'tickBesideColleague' }
      | { type: 'tickInVainBesideColleague' }
      | { type: 'colleagueRemovesLine' }
  },
  id: 'checklistModel',
  initial: 'open',
  states: {
    open: {
      on: {
        tick: 'ticked',
        tickInVain: 'failed',
        tickUnanswered: 'failed',
        tickOffline: 'waiting',
        tickTooLate: 'outdated',
        colleagueTicks: 'theirs',
        tickBesideColleague: 'bothTicked',
        tickInVainBesideColleague: 'failedBesideColleague',
        colleagueRemovesLine: 'lineGone',
      },
    },
    failed: { on: { tick: 'ticked' } },
    outdated: {},
    waiting: {},
    theirs: { on: { tick: 'bothTicked' } },
    ticked: { on: { colleagueTicks: 'bothSeen' } },
    bothTicked: {},
    bothSeen: {},
    failedBesideColleague: { on: { tick: 'bothTicked' } },
    lineGone: { on: { tick: 'lineMissing' } },
    lineMissing: {},
  },
})
