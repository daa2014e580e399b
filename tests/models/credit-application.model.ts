import { createMachine } from 'xstate'

/** What two people see of one application: who keeps it fills it in, who decides approves, refuses or sends it back. */
export const creditApplicationModel = createMachine({
  types: {} as {
    events:
      | { type: 'submit' }
      | { type: 'submitInVain' }
      | { type: 'approve' }
      | { type: 'approveInVain' }
      | { type: 'decline' }
      | { type: 'sendBack' }
      | { type: 'withdraw' }
      /** A colleague sends it back while this approval is on its way. */
      | { type: 'approveBesideColleague' }
      /** The step is made, but its result cannot be read. */
      | { type: 'submitUnread' }
      | { type: 'reopenElsewhere' }
      | { type: 'submitElsewhere' }
      | { type: 'approveElsewhere' }
      | { type: 'approveTooLate' }
  },
  id: 'creditApplicationModel',
  initial: 'draft',
  states: {
    draft: {
      on: {
        submit: 'waiting',
        submitInVain: 'refusedDraft',
        submitUnread: 'unread',
        withdraw: 'withdrawn',
        submitElsewhere: 'waiting',
      },
    },
    refusedDraft: { on: { submit: 'waiting' } },
    waiting: {
      on: {
        approve: 'approved',
        approveInVain: 'refused',
        decline: 'declined',
        sendBack: 'draft',
        withdraw: 'withdrawn',
        approveElsewhere: 'approved',
        approveTooLate: 'decidedByOther',
        approveBesideColleague: 'approved',
      },
    },
    refused: { on: { approve: 'approved', decline: 'declined' } },
    unread: {},
    approved: { on: { reopenElsewhere: 'waiting' } },
    decidedByOther: {},
    declined: { on: { reopenElsewhere: 'waiting' } },
    withdrawn: { on: { reopenElsewhere: 'waiting' } },
  },
})
