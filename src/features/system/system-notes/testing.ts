/** A pinned note as the backend sends it. */
export const noted = {
  id: 'n1',
  title: 'Closed on Friday',
  body: 'All day',
  pinned: true,
  created_by: 'me',
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  row_version: 1,
}
