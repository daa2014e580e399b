import { outboxModel } from '../outbox.model.ts'
import { plan } from './plan.ts'

export const outboxPlan = plan({
  machine: 'src/machines/outbox/outbox.machine.ts',
  source: 'outbox',
  model: outboxModel,
  title: 'What was done without a network is sent',
  begin: 'Open a task as staff. Comments are the acts of this plan.',
  events: {
    act: 'Hold the requests and send a comment.',
    actWithoutNetwork: 'Switch the network off and send a comment.',
    serverTakesIt: 'Let the request go.',
    serverRefusesIt: 'Let the server refuse the request with a sentence.',
    networkGoes: 'Switch the network off before the answer comes.',
    serverIsSilent: 'Wait twelve seconds.',
    sendingBreaks: 'Let the request end with a page that is no answer.',
    timePasses: 'Wait two seconds.',
    otherTabSends: 'Open a second tab and let it send.',
    networkComes: 'Switch the network on.',
    withdraw: 'Press “Withdraw”.',
    tryAgain: 'Press “Try again”.',
    reopen: 'Close the tab and open it again.',
  },
  states: {
    nothing: 'Nothing waits.',
    onItsWay: '“Sending…” at the comment.',
    resting: 'A note at the comment says that it waits.',
    restingOffline: 'A note at the comment says that it waits for the network.',
    unanswered: 'A note at the comment says that it waits for the network.',
    waiting: 'A note at the comment says that it waits for the network.',
    broken: '“Not sent”, with a reason and “Try again”.',
    refused: '“Not sent”, with the sentence of the server and “Try again”.',
  },
})
