/** The words of papers, for the functions. */
export { type PaperTexts, paperTexts, withTexts, type WithTexts } from '../../shared/domain/texts/papers/load.ts'
