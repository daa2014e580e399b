import { mockupVisitModel } from '../mockup-visit.model.ts'
import { plan } from './plan.ts'

export const mockupVisitPlan = plan({
  machine: 'src/machines/mockup-visit/mockup-visit.machine.ts',
  source: 'mockup-visit',
  model: mockupVisitModel,
  title: 'A client answers a mockup',
  begin:
    'Send a mockup of a job to the client. Open its link in a private window; keep the job open in a second window as staff.',
  events: {
    approve: 'Press “Approve”, enter a name and send; press twice.',
    approveInVain: 'Let the next request fail and approve as above.',
    approveTheOldOne:
      'Open the sheet “Approve”, switch the network off, send the next version as staff, switch it on and approve.',
    approveBesideNewVersion: 'Hold the next request, approve, send the next version as staff, and let the request go.',
    approveWithoutNetwork: 'Switch the network off and approve.',
    approveInVainBesideRead:
      'Let the next request fail, approve, and change anything on the job as staff at the same moment.',
    askForChange: 'Press “Ask for changes”, enter a name and what should change, and send.',
    approveWithoutNetworkBesideNewVersion:
      'Let the next two requests fail, approve, and send the next version as staff at the same moment.',
    reject: 'Press “Reject”, enter a name and a reason, and send.',
    openSheet: 'Press “Approve” and send nothing.',
    closeSheet: 'Press “Close”.',
    approveElsewhere: 'Approve the same link in another window.',
    sendNewVersion: 'As staff, send the next version.',
    takeBack: 'As staff, take the version back.',
    cancelJob: 'As staff, cancel the job.',
    revoke: 'As staff, take the link back.',
    shareAgain: 'As staff, share the same link again.',
    readAgain: 'As staff, change anything that the client does not see.',
    closeNotice: 'Close the notice.',
  },
  states: {
    open: 'The mockup can be answered.',
    form: 'The sheet of the answer is open.',
    refused: 'The sheet is still open with a sentence that says why.',
    newer: 'A notice says that there is a newer version; it can be answered.',
    changeAsked: 'The page says that a change was asked for.',
    rejected: 'The page says that the mockup was rejected.',
    approved: 'The page says that the mockup was approved.',
    approvedByOther: 'The sheet closed; a notice says that somebody else answered.',
    cancelledUnderSheet: 'The sheet closed and a notice says so; nothing can be answered.',
    waiting: 'Nothing can be answered now.',
    gone: '“This link does not open anything”.',
    goneAfterNewer: '“This link does not open anything”.',
    goneUnderSheet: 'The sheet closed: “This link does not open anything”.',
  },
})
