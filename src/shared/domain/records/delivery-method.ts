/** The ways in which goods reach the client. */
export const methods = [
  { value: 'pickup', label: 'Pick-up' },
  { value: 'delivery', label: 'Delivery' },
  { value: 'installation', label: 'Installation' },
  { value: 'courier', label: 'Courier' },
  { value: 'electronic', label: 'Electronic' },
] as const

export const methodLabel = (method: string): string => methods.find(({ value }) => value === method)?.label ?? method
