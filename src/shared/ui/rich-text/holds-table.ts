/** True for a paste with a table. Spreadsheets lay a picture of the cells beside them: the cells are what is meant. */
export const holdsTable = (data: Pick<DataTransfer, 'getData'> | null): boolean =>
  /<table[\s>]/i.test(data?.getData('text/html') ?? '')
