export const places = [
  { value: 'workshop', label: 'Workshop' },
  { value: 'office', label: 'Office' },
  { value: 'road', label: 'On the road' },
  { value: 'home', label: 'At home' },
] as const
export const placeLabel = (place: string): string => places.find(({ value }) => value === place)?.label ?? place

export const absenceKinds = [
  { value: 'holiday', label: 'Holiday' },
  { value: 'sick', label: 'Sick' },
  { value: 'training', label: 'Training' },
  { value: 'family', label: 'Family' },
  { value: 'unpaid', label: 'Unpaid leave' },
  { value: 'other', label: 'Other' },
] as const
/** The reason of an absence is hidden from colleagues. */
export const kindLabel = (kind: string | null): string =>
  absenceKinds.find(({ value }) => value === kind)?.label ?? 'Away'

export const absenceStatuses = {
  requested: { label: 'Requested', colour: 'yellow' },
  approved: { label: 'Approved', colour: 'green' },
  refused: { label: 'Refused', colour: 'red' },
  withdrawn: { label: 'Withdrawn', colour: 'gray' },
} as const
export const statusLook = (status: string) =>
  absenceStatuses[status as keyof typeof absenceStatuses] ?? { label: status, colour: 'gray' }
