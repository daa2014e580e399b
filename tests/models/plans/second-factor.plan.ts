import { secondFactorModel } from '../second-factor.model.ts'
import { plan } from './plan.ts'

export const secondFactorPlan = plan({
  machine: 'src/machines/second-factor/second-factor.machine.ts',
  source: 'second-factor',
  model: secondFactorModel,
  title: 'The second factor of a sign-in',
  begin: 'Add two devices, Phone and Tablet, at /my-profile as one person, and sign out. Use the Tablet last.',
  events: {
    openKnown: 'Sign in with the password.',
    openRemoved: 'Sign in with the password while an administrator removes the devices at /staff.',
    openWhileServerIsDown: 'Sign in and stop the server before the devices are read.',
    openNew: 'Ask all staff for a second factor at /settings/sign-in, and sign in as a person without one.',
    openNewWhileServerIsDown: 'The same, and stop the server before the QR code is there.',
    again: 'Start the server and press “Try again”.',
    chooseOther: 'Choose the Phone.',
    typeRight: 'Type the code that the app shows, with a blank in the middle; press twice.',
    typeWrong: 'Type 000000.',
    typeShort: 'Type 12345.',
  },
  states: {
    closed: 'The sign-in page.',
    asked: 'The field for the code of the Tablet.',
    other: 'The field for the code of the Phone.',
    wrong: '“This code is wrong, or was used already.” The field is empty.',
    short: '“Type the six digits that your app shows.” Nothing was sent.',
    shown: 'The QR code, and the key to be typed.',
    shownWrong: 'The same QR code, and “This code is wrong”.',
    unread: '“The server could not be reached.”',
    notMade: '“The server could not be reached.”',
    removed: '“This account has no second factor any more.”',
    inside: 'The dashboard.',
    insideByOther: 'The dashboard.',
    added: 'The dashboard; /my-profile lists the device.',
  },
})
