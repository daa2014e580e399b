import { creditApplicationModel } from '../credit-application.model.ts'
import { plan } from './plan.ts'

export const creditApplicationPlan = plan({
  machine: 'src/machines/credit-application/credit-application.machine.ts',
  source: 'credit-application',
  model: creditApplicationModel,
  title: 'A credit application is decided',
  begin:
    'Open a credit application in draft as a person who may fill in and decide; open it in a second window as a colleague who may too.',
  events: {
    submit: 'Submit the application; press twice.',
    submitInVain: 'Leave out a reference and submit the application.',
    submitUnread: 'Let the read that follows the next request fail and submit the application.',
    approve: 'Press “Decide”, enter a limit and days, and approve.',
    approveInVain: 'Approve with a limit that the database refuses.',
    approveTooLate: 'Approve as the colleague while the network here is off; refuse here.',
    approveBesideColleague: 'Hold the next request, approve, send it back as the colleague, and let the request go.',
    decline: 'Press “Decide”, then “Refuse” with a reason.',
    sendBack: 'Press “Decide”, then “Send back” with a note.',
    withdraw: 'Press “Withdraw the application” and give a note.',
    submitElsewhere: 'Submit it as the colleague.',
    approveElsewhere: 'Approve it as the colleague.',
    reopenElsewhere: 'Submit it anew as the colleague.',
  },
  states: {
    draft: 'The draft can be submitted.',
    refusedDraft: 'The draft, with a sentence that says why it was not submitted.',
    unread: 'The draft, with a sentence that says that it could not be read.',
    waiting: 'The application waits for a decision.',
    refused: 'The application waits, with a sentence that says why the step was not made.',
    approved: 'The application is approved; no step is offered.',
    decidedByOther: 'The application is approved, and a sentence says why the decline was not made.',
    declined: 'The application is declined; no step is offered.',
    withdrawn: 'The application is withdrawn; no step is offered.',
  },
})
