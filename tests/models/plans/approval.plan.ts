import { approvalModel } from '../approval.model.ts'
import { plan } from './plan.ts'

export const approvalPlan = plan({
  machine: 'src/machines/approval/approval.machine.ts',
  source: 'approval',
  model: approvalModel,
  title: 'A client answers a quotation',
  begin:
    'Send a quotation with an option to a client. Open the link of its mail in a private window; keep the quotation open in a second window as staff.',
  events: {
    approve: 'Press “Approve”, enter a name, accept the terms and press the button with the amount.',
    approveInVain: 'Switch the network off for the next request only, then approve as above.',
    approveTooLate: 'Open the sheet “Approve”. Approve the same link in another window. Then approve here.',
    approveTooLateUnheard:
      'Switch the network off for what arrives, approve the same link in another window, and approve here.',
    approveWithoutNetwork: 'Open the sheet “Approve”, switch the network off, and press the button with the amount.',
    approveInVainBesideRead:
      'Let the next request fail, approve, and change anything on the quotation as staff at the same moment.',
    approveWithoutNetworkBesideNewVersion:
      'Let the next two requests fail, approve, and send the next version as staff at the same moment.',
    reject: 'Press “Reject”, enter a name and a reason, and send.',
    askForChange: 'Press “Ask for a change”, enter a name and what should change, and send.',
    ask: 'Press “Ask a question”, enter a name and a question, and send.',
    askBesideNewVersion:
      'Hold the next request, ask a question, send the next version as staff, and let the request go.',
    choose: 'Choose another option.',
    chooseInVain: 'Let the next request fail and choose another option.',
    chooseWithoutNetwork: 'Switch the network off and choose another option. Switch it on again.',
    chooseAgainAfterFailure: 'Let the next request fail, choose an option, and choose another one at once.',
    chooseBesideRevision:
      'Hold the next request, choose an option, begin the next version as staff, choose another option, and let the request go.',
    chooseInVainBesideRevision:
      'Let the next request fail, choose an option, and begin the next version as staff at the same moment.',
    openSheet: 'Press “Approve” and send nothing.',
    closeSheet: 'Press “Close”.',
    approveElsewhere: 'Approve the same link in another window.',
    revise: 'As staff, begin the next version.',
    sendNewVersion: 'As staff, send the next version.',
    expire: 'As staff, set the last valid day to yesterday.',
    revoke: 'As staff, take the link back.',
    shareAgain: 'As staff, share the same version again.',
    readAgain: 'As staff, change anything that the client does not see.',
  },
  states: {
    open: 'The quotation can be approved, rejected, and changed.',
    form: 'The sheet of the answer is open.',
    refused: 'The sheet is still open with a sentence that says why, and what was typed is there.',
    revisedAfterChoice: 'The quotation cannot be answered; the option that the office knows is chosen.',
    choiceRefused: 'A sentence says why; the option that the office knows is chosen.',
    choiceKept: 'A sentence says why; the chosen option stays chosen.',
    approvedWithChoice: 'The quotation is approved with the chosen option.',
    newer: 'A notice says that the office sent a newer version; it can be answered.',
    revised: 'The quotation cannot be answered: the office works on the next version.',
    revisedUnderSheet: 'The sheet closed and a notice says that the office changed this.',
    asked: 'A notice says that the question was sent; the quotation can be answered.',
    askedWhileRevised: 'A notice says that the question was sent; the quotation cannot be answered.',
    askedAfterApproval: 'A notice says that the question was sent; the quotation is approved.',
    askedAfterRejection: 'A notice says that the question was sent; the quotation is rejected.',
    approved: 'The quotation is approved, once.',
    approvedByOther: 'The sheet closed; the quotation is approved and a notice says that it was answered elsewhere.',
    rejected: 'The quotation is rejected. A question can still be asked.',
    past: 'The quotation cannot be answered: its last day is over.',
    gone: '“This link does not open anything”.',
    goneUnderSheet: 'The sheet closed: “This link does not open anything”.',
  },
})
