/** An order as a filter and a heading name it: number and title. */
export const orderName = (order: { order_number: string | null; project_title: string | null } | null): string =>
  [order?.order_number, order?.project_title].filter(Boolean).join(' ')
