/** The kinds of documents whose PDF goes with their mails, for the functions. */
export type { PaperKind } from '../../shared/domain/records/document-kinds.ts'
