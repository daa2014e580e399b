import { createMachine } from 'xstate'

/** What a person sees of one file that they attach: on its way, arrived, failed, or left behind by a reload. */
export const uploadModel = createMachine({
  types: {} as {
    events:
      | { type: 'attach' }
      | { type: 'halfArrives' }
      | { type: 'arrives' }
      | { type: 'fails' }
      /** A transfer that was given up reports its end. */
      | { type: 'oldTransferReports' }
      | { type: 'tryAgain' }
      | { type: 'remove' }
      | { type: 'clear' }
      | { type: 'reload' }
  },
  id: 'uploadModel',
  initial: 'nothing',
  states: {
    nothing: { on: { attach: 'onItsWay' } },
    onItsWay: {
      on: {
        halfArrives: 'halfway',
        arrives: 'arrived',
        fails: 'failed',
        remove: 'nothing',
        clear: 'nothing',
        tryAgain: 'onItsWay',
        reload: 'leftBehind',
      },
    },
    halfway: { on: { arrives: 'arrived', fails: 'failed' } },
    failed: {
      on: { tryAgain: 'onItsWayAgain', remove: 'nothing', reload: 'leftBehind', oldTransferReports: 'failed' },
    },
    onItsWayAgain: { on: { oldTransferReports: 'onItsWayAgain', arrives: 'arrived' } },
    arrived: { on: { remove: 'nothing', clear: 'nothing', reload: 'arrived', oldTransferReports: 'arrived' } },
    leftBehind: { on: { attach: 'onItsWay', tryAgain: 'leftBehind', remove: 'nothing', reload: 'leftBehind' } },
  },
})
