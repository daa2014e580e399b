/** The van and the drop: `Van 1, drop 3`; null without a van. */
export const vanText = ({
  van,
  route_seq,
}: {
  van: { name: string } | null
  route_seq: number | null
}): string | null => van && [van.name, route_seq === null ? null : `drop ${route_seq}`].filter(Boolean).join(', ')
