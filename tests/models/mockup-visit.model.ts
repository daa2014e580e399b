import { createMachine } from 'xstate'

/** What a client sees of the mockups of a job while the office and another tab of theirs move them as well. */
export const mockupVisitModel = createMachine({
  types: {} as {
    events:
      | { type: 'approve' }
      | { type: 'approveInVain' }
      | { type: 'approveTheOldOne' }
      /** The answer is taken, and the next version is heard before it says so. */
      | { type: 'approveBesideNewVersion' }
      /** Neither the answer nor the question what became of it arrives. */
      | { type: 'approveWithoutNetwork' }
      | { type: 'approveInVainBesideRead' }
      /** As without a network; the next version is read while the page looks. */
      | { type: 'approveWithoutNetworkBesideNewVersion' }
      | { type: 'askForChange' }
      | { type: 'reject' }
      | { type: 'openSheet' }
      | { type: 'closeSheet' }
      | { type: 'approveElsewhere' }
      | { type: 'sendNewVersion' }
      | { type: 'takeBack' }
      | { type: 'cancelJob' }
      | { type: 'revoke' }
      | { type: 'shareAgain' }
      | { type: 'readAgain' }
      | { type: 'closeNotice' }
  },
  id: 'mockupVisitModel',
  initial: 'open',
  states: {
    open: {
      on: {
        approve: 'approved',
        approveInVain: 'refused',
        approveTheOldOne: 'newer',
        approveBesideNewVersion: 'newer',
        approveWithoutNetwork: 'refused',
        approveInVainBesideRead: 'refused',
        approveWithoutNetworkBesideNewVersion: 'newer',
        askForChange: 'changeAsked',
        reject: 'rejected',
        openSheet: 'form',
        approveElsewhere: 'approved',
        readAgain: 'open',
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
    newer: { on: { closeNotice: 'open', revoke: 'goneAfterNewer', approve: 'approved', askForChange: 'changeAsked' } },
    changeAsked: { on: { sendNewVersion: 'newer', readAgain: 'changeAsked' } },
    rejected: { on: { sendNewVersion: 'newer' } },
    approved: { on: { sendNewVersion: 'newer', readAgain: 'approved' } },
    waiting: { on: { sendNewVersion: 'newer', readAgain: 'waiting' } },
    goneAfterNewer: { on: { shareAgain: 'newer' } },
    approvedByOther: { on: { closeNotice: 'approved' } },
    cancelledUnderSheet: {},
    gone: { on: { shareAgain: 'open', readAgain: 'gone' } },
    goneUnderSheet: {},
  },
})
