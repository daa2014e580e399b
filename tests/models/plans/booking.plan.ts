import { bookingModel } from '../booking.model.ts'
import { plan } from './plan.ts'

export const bookingPlan = plan({
  machine: 'src/machines/booking/booking.machine.ts',
  source: 'booking',
  model: bookingModel,
  title: 'A visitor books an appointment',
  begin:
    'Open /book-appointment and choose a kind of appointment. Open it in a second private window as the other visitor, who holds one of the times.',
  events: {
    choose: 'Choose a free time.',
    chooseTaken: 'Choose the time that the other visitor took a moment ago.',
    chooseAnother: 'Choose another free time.',
    chooseAnotherTaken: 'Choose the time that the other visitor took a moment ago.',
    giveBack: 'Press “Give the time back”.',
    giveBackInVain: 'Switch the network off, press “Give the time back”, and switch it on again.',
    reload: 'Reload the page.',
    reloadWithoutNetwork: 'Let the next read fail and reload the page.',
    waitTooLong: 'Wait five minutes.',
    loseToOther: 'Take the same time as the other visitor.',
    send: 'Fill in the details and send them; press twice.',
    sendWrong: 'Send details that the server refuses: an email address without a domain.',
    sendTooLate: 'Fill in the details and send them.',
  },
  states: {
    choosing: 'The free times, no form.',
    choosingAfterRefusal: 'The free times, no form.',
    refused: 'The free times, and a sentence that says why the time was not had.',
    filling: 'The form with the chosen time and the minutes for which it is held.',
    fillingRefused: 'The form with a sentence that says why; what was typed is there.',
    overtime: 'The form says that the five minutes are over.',
    lost: 'The form says that the five minutes are over.',
    booked: 'The appointment is confirmed, once.',
  },
})
