import { createMachine } from 'xstate'

/** What a client sees of the mockups of a job while the office and another tab of theirs move them as well. */
export const mockupVisitModel = createMachine({
  types: {} as {
    events:
      | { type: 'approve' }
      | { type: 'approveInVain' }
      | { type: 'approveTheOldOne' }
      | { type: 'askForChange' }
      | { type: 'reject' }
      | { type: 'openSheet' }
      | { type: 'closeSheet' }
      | { type: 'approveElsewhere' }
      | { type: 'sendNewVersion' }
      | { type: 'takeBack' }
      | { type: 'cancelJob' }
      | { type: 'revoke' }
  },
  id: 'mockupVisitModel',
  initial: 'open',
  states: {
    open: {
      on: {
        approve: 'approved',
        approveInVain: 'refused',
        approveTheOldOne: 'newer',
        askForChange: 'changeAsked',
        reject: 'rejected',
        openSheet: 'form',
        approveElsewhere: 'approved',
        sendNewVersion: 'newer',
        takeBack: 'waiting',
        cancelJob: 'waiting',
        revoke: 'gone',
      },
    },
    form: {
      on: {
        closeSheet: 'open',
        approveElsewhere: 'approvedByOther',
        sendNewVersion: 'newer',
        cancelJob: 'cancelledUnderSheet',
        revoke: 'goneUnderSheet',
      },
    },
    refused: { on: { approve: 'approved', closeSheet: 'open', sendNewVersion: 'newer' } },
    newer: { on: { approve: 'approved', askForChange: 'changeAsked' } },
    changeAsked: { on: { sendNewVersion: 'newer' } },
    rejected: { on: { sendNewVersion: 'newer' } },
    approved: { on: { sendNewVersion: 'newer' } },
    waiting: {},
    approvedByOther: {},
    cancelledUnderSheet: {},
    gone: {},
    goneUnderSheet: {},
  },
})
