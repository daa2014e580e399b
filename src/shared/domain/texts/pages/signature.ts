/** What the field for a signature says in English. Staff and drivers read it too. */
export const englishSignature = {
  signature: 'Signature',
  signature_type: 'Type',
  signature_draw: 'Draw',
  signature_here: 'Draw your signature with a finger or the mouse',
  signature_clear: 'Clear',
  signature_no_pad: 'The drawing pad could not be loaded. Your typed name is enough.',
  your_name: 'Your name',
} as const
