import { useQuery } from '@tanstack/react-query'
import { type Paper, picturesOf } from '@/documents/paper/paper'
import { PaperSheet } from '@/documents/paper/paper-sheet'
import { linePicturesQuery } from '../../shared/api/line-pictures.query'

/** A paper with the pictures of its lines, as staff see it. */
export function PicturedPaper({ paper }: { paper: Paper }) {
  const { data: pictures } = useQuery(linePicturesQuery(picturesOf(paper)))
  return <PaperSheet paper={paper} {...(pictures ? { pictures } : {})} />
}
