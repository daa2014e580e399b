import { uploadModel } from '../upload.model.ts'
import { plan } from './plan.ts'

export const uploadPlan = plan({
  machine: 'src/machines/upload/upload.machine.ts',
  source: 'upload',
  model: uploadModel,
  title: 'A file is attached',
  begin: 'Open a task and hold the requests for files.',
  events: {
    attach: 'Attach plan.pdf to a comment.',
    halfArrives: 'Let half of the file through.',
    arrives: 'Let the whole file through.',
    fails: 'Let the server refuse the file.',
    oldTransferReports: 'Let a request that was given up end.',
    tryAgain: 'Press “Try again” at the file.',
    remove: 'Press “Remove” at the file.',
    clear: 'Send the comment.',
    reload: 'Reload the page.',
  },
  states: {
    nothing: 'No file is attached.',
    onItsWay: 'plan.pdf is on its way.',
    halfway: 'plan.pdf is on its way, half of it.',
    failed: 'plan.pdf failed, with the reason of the server and “Try again”.',
    onItsWayAgain: 'plan.pdf is on its way; what the first try says changes nothing.',
    arrived: 'plan.pdf is attached.',
    leftBehind: '“plan.pdf had not arrived yet when you left. Please attach it again.”',
  },
})
