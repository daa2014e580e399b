/** A transition that a machine of the page took, or a state that it is in or passed through. */
export type MachineNote = { kind: 'transition' | 'state'; machine: string; name: string }

/** The name of the function of the page that hears the notes. Only a walk puts it there. */
export const noteName = 'noteMachine'
