import { createMachine } from 'xstate'

/** What a person sees of the second step of a sign-in, and of adding a device. */
export const secondFactorModel = createMachine({
  types: {} as {
    events:
      | { type: 'openKnown' }
      | { type: 'openRemoved' }
      | { type: 'openWhileServerIsDown' }
      | { type: 'openNew' }
      | { type: 'openNewWhileServerIsDown' }
      | { type: 'again' }
      | { type: 'chooseOther' }
      | { type: 'typeRight' }
      | { type: 'typeWrong' }
      | { type: 'typeShort' }
  },
  id: 'secondFactor',
  initial: 'closed',
  states: {
    closed: {
      on: {
        openKnown: 'asked',
        openRemoved: 'removed',
        openWhileServerIsDown: 'unread',
        openNew: 'shown',
        openNewWhileServerIsDown: 'notMade',
      },
    },
    asked: { on: { typeRight: 'inside', typeWrong: 'wrong', typeShort: 'short', chooseOther: 'other' } },
    other: { on: { typeRight: 'insideByOther' } },
    wrong: { on: { typeRight: 'inside', typeWrong: 'wrong', chooseOther: 'other' } },
    short: { on: { typeRight: 'inside', typeShort: 'short' } },
    shown: { on: { typeRight: 'added', typeWrong: 'shownWrong' } },
    shownWrong: { on: { typeRight: 'added' } },
    unread: { on: { again: 'asked' } },
    notMade: { on: { again: 'shown' } },
    removed: { type: 'final' },
    inside: { type: 'final' },
    insideByOther: { type: 'final' },
    added: { type: 'final' },
  },
})
