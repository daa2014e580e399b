import { createMachine } from 'xstate'

/** What a client sees of a quotation while the office and another tab of theirs move it as well. */
export const approvalModel = createMachine({
  types: {} as {
    events:
      | { type: 'approve' }
      | { type: 'approveInVain' }
      | { type: 'approveTooLate' }
      | { type: 'reject' }
      | { type: 'askForChange' }
      | { type: 'ask' }
      | { type: 'choose' }
      | { type: 'openSheet' }
      | { type: 'closeSheet' }
      | { type: 'approveElsewhere' }
      | { type: 'revise' }
      | { type: 'sendNewVersion' }
      | { type: 'expire' }
      | { type: 'revoke' }
  },
  id: 'approvalModel',
  initial: 'open',
  states: {
    open: {
      on: {
        approve: 'approved',
        approveInVain: 'refused',
        approveTooLate: 'approvedByOther',
        reject: 'rejected',
        askForChange: 'open',
        ask: 'asked',
        choose: 'open',
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
    refused: { on: { approve: 'approved', closeSheet: 'open', sendNewVersion: 'newer' } },
    newer: { on: { approve: 'approved', reject: 'rejected' } },
    revised: { on: { sendNewVersion: 'newer', ask: 'askedWhileRevised' } },
    revisedUnderSheet: { on: { sendNewVersion: 'newer' } },
    askedWhileRevised: { on: { sendNewVersion: 'newer' } },
    asked: { on: { approve: 'approved' } },
    approved: { on: { ask: 'askedAfterApproval' } },
    askedAfterApproval: {},
    approvedByOther: {},
    rejected: { on: { revise: 'revised' } },
    past: { on: { sendNewVersion: 'newer' } },
    gone: {},
    goneUnderSheet: {},
  },
})
