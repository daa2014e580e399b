import { calculatorModel } from '../calculator.model.ts'
import { plan } from './plan.ts'

export const calculatorPlan = plan({
  machine: 'src/machines/calculator/calculator.machine.ts',
  source: 'calculator',
  model: calculatorModel,
  title: 'A calculation is saved',
  begin: 'Open a saved calculation at /calculator in two windows, as two people.',
  events: {
    type: 'Change the number of pieces.',
    save: 'Press “Save”; press twice.',
    saveInVain: 'Switch the network off, press “Save”, and switch it on again.',
    saveTooLate: 'Save in the other window, then press “Save” here.',
    saveCopy: 'Choose “Make a copy”, or “Save mine as a copy”.',
    saveCopyInVain: 'Switch the network off, press “Save mine as a copy”, and switch it on again.',
    takeTheirs: 'Press “Take theirs”.',
  },
  states: {
    typing: 'The calculation with what was typed, without a message.',
    failed: 'A sentence says why it was not saved; what was typed is there.',
    conflict:
      '“Somebody else saved this calculation meanwhile”, with “Save mine as a copy” and “Take theirs”. “Save” writes nothing.',
    saved: 'The saved calculation is open and nothing waits to be saved.',
    copied: 'The copy is open under its own address; the other calculation is as it was.',
    theirs: 'The calculation of the other person; what was typed is gone.',
  },
})
