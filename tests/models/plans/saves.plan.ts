import { savesModel } from '../saves.model.ts'
import { plan } from './plan.ts'

export const savesPlan = plan({
  machine: 'src/machines/sheet/saves.machine.ts',
  source: 'saves',
  model: savesModel,
  title: 'A change of a cell is stored',
  begin: 'Open a draft quotation in two windows, as two people.',
  events: {
    write: 'Hold the requests and change the text of a line.',
    writeWithoutNetwork: 'Switch the network off and change the text of a line.',
    serverTakesIt: 'Let the request go.',
    serverRefusesIt: 'Send the quotation in the other window, then let the request go.',
    colleagueWasFirst: 'Change the same cell in the other window, then let the request go.',
    nobodyAnswers: 'Let the request break off.',
    serverIsSilent: 'Wait twelve seconds.',
    storingBreaks: 'Let the request end with a page that is no answer.',
    timePasses: 'Wait a second.',
    networkGoes: 'Switch the network off.',
    networkComes: 'Switch the network on.',
    tryAgain: 'Press “Try again”.',
    forget: 'Press “Discard”, or take the values of the other person.',
    insist: 'Press “Keep mine”.',
    reopen: 'Close the tab and open it again.',
  },
  states: {
    stored: 'Nothing waits to be saved.',
    onItsWay: 'The change is shown and being saved.',
    resting: 'The change is shown and waits to be sent again.',
    restingOffline: 'The change is shown and waits for the network.',
    waiting: 'The change is shown and waits for the network.',
    refused: 'The change is marked, with the sentence of the server.',
    writtenByTwo: '“Another person changed your cells”, with both values.',
  },
})
