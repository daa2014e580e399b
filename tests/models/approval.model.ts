import { createMachine } from 'xstate'

/** What a client sees of a quotation while the office and another tab of theirs move it as well. */
export const approvalModel = createMachine({
  types: {} as {
    events:
      | { type: 'approve' }
      | { type: 'approveInVain' }
      | { type: 'approveTooLate' }
      /** As before, and the page did not hear of it. */
      | { type: 'approveTooLateUnheard' }
      /** Neither the answer nor the question what became of it arrives. */
      | { type: 'approveWithoutNetwork' }
      /** The quotation is read again while the page looks what became of the answer. */
      | { type: 'approveInVainBesideRead' }
      /** As without a network; the next version is read while the page looks. */
      | { type: 'approveWithoutNetworkBesideNewVersion' }
      | { type: 'reject' }
      | { type: 'askForChange' }
      | { type: 'ask' }
      /** The office sends the next version while the question is on its way. */
      | { type: 'askBesideNewVersion' }
      | { type: 'choose' }
      | { type: 'chooseInVain' }
      | { type: 'chooseWithoutNetwork' }
      /** The visitor chooses anew while the page looks what became of the first choice. */
      | { type: 'chooseAgainAfterFailure' }
      /** The office begins the next version while a choice is being stored, or the page looks what became of it. */
      | { type: 'chooseBesideRevision' }
      | { type: 'chooseInVainBesideRevision' }
      | { type: 'openSheet' }
      | { type: 'closeSheet' }
      | { type: 'approveElsewhere' }
      | { type: 'revise' }
      | { type: 'sendNewVersion' }
      | { type: 'expire' }
      | { type: 'revoke' }
      | { type: 'shareAgain' }
      | { type: 'readAgain' }
  },
  id: 'approvalModel',
  initial: 'open',
  states: {
    open: {
      on: {
        approve: 'approved',
        approveInVain: 'refused',
        approveTooLate: 'approvedByOther',
        approveTooLateUnheard: 'approvedByOther',
        reject: 'rejected',
        askForChange: 'open',
        ask: 'asked',
        askBesideNewVersion: 'asked',
        approveWithoutNetworkBesideNewVersion: 'newer',
        approveWithoutNetwork: 'refused',
        approveInVainBesideRead: 'refused',
        choose: 'open',
        chooseInVain: 'choiceRefused',
        chooseWithoutNetwork: 'choiceKept',
        chooseAgainAfterFailure: 'open',
        chooseBesideRevision: 'revised',
        chooseInVainBesideRevision: 'revisedAfterChoice',
        openSheet: 'form',
        approveElsewhere: 'approved',
        revise: 'revised',
        sendNewVersion: 'newer',
        expire: 'past',
        revoke: 'gone',
      },
    },
    form: {
      on: {
        closeSheet: 'open',
        approveElsewhere: 'approvedByOther',
        revise: 'revisedUnderSheet',
        sendNewVersion: 'newer',
        revoke: 'goneUnderSheet',
      },
    },
    revisedAfterChoice: {},
    choiceRefused: { on: { choose: 'open', approve: 'approved' } },
    /** The choice stays on the screen: the approval carries it. */
    choiceKept: { on: { approve: 'approvedWithChoice' } },
    approvedWithChoice: {},
    refused: { on: { approve: 'approved', closeSheet: 'open', sendNewVersion: 'newer' } },
    newer: { on: { approve: 'approved', reject: 'rejected' } },
    revised: { on: { sendNewVersion: 'newer', ask: 'askedWhileRevised' } },
    revisedUnderSheet: { on: { sendNewVersion: 'newer' } },
    askedWhileRevised: { on: { sendNewVersion: 'newer' } },
    asked: { on: { approve: 'approved' } },
    approved: { on: { ask: 'askedAfterApproval', readAgain: 'approved' } },
    askedAfterApproval: {},
    approvedByOther: {},
    rejected: { on: { revise: 'revised', ask: 'askedAfterRejection' } },
    askedAfterRejection: {},
    past: { on: { sendNewVersion: 'newer' } },
    gone: { on: { shareAgain: 'open' } },
    goneUnderSheet: {},
  },
})
