import { checklistModel } from '../checklist.model.ts'
import { plan } from './plan.ts'

export const checklistPlan = plan({
  machine: 'src/machines/checklist/checklist.machine.ts',
  source: 'checklist',
  model: checklistModel,
  title: 'A line of a checklist is ticked',
  begin: 'Open a task with a checklist of two lines in two windows, as two people.',
  events: {
    tick: 'Tick the first line.',
    tickInVain: 'Let the next request fail and tick the first line.',
    tickUnanswered: 'Hold the next request, tick the first line, and wait 15 seconds.',
    tickOffline: 'Switch the network off and tick the first line.',
    tickTooLate:
      'Hold the next request, tick the first line, rename that line in the other window, and let the request go.',
    colleagueTicks: 'Tick the second line in the other window.',
    tickBesideColleague:
      'Hold the next request, tick the first line, tick the second line in the other window, and let the request go.',
    tickInVainBesideColleague: 'As above, but let the request fail.',
    colleagueRemovesLine: 'Remove the first line in the other window.',
  },
  states: {
    open: 'No line is ticked.',
    ticked: 'The first line is ticked, here and after a reload.',
    failed: 'The first line is not ticked, and a message says that it was not saved.',
    waiting: 'The first line is ticked, and a note says that it waits for the network.',
    outdated: 'The line is shown as the other person left it, and a message says so.',
    theirs: 'The second line is ticked.',
    bothTicked: 'Both lines are ticked.',
    bothSeen: 'Both lines are ticked.',
    failedBesideColleague: 'Only the second line is ticked, and a message says that the first was not saved.',
    lineGone: 'The first line is gone.',
    lineMissing: 'Nothing is ticked, and a message says that somebody changed that line.',
  },
})
