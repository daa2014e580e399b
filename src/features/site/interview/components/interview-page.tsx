import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { ReadState } from '../../shared/read-state'
import { SitePage } from '../../shared/site-page'
import { briefQuery } from '../api/brief.query'
import { keptBrief } from '../kept-brief'
import { Interview } from './interview'

/** /designer-interview: the brief, step by step. The link in the address, or the one this browser kept, resumes it. */
export function InterviewPage() {
  const [search] = useSearchParams()
  const link = search.get('brief') ?? keptBrief()
  const brief = useQuery(briefQuery(link))
  const fresh = <Interview key="new" brief={null} />
  return (
    <SitePage isDoor>
      <ReadState of={brief} missing={fresh}>
        {(found) => <Interview key={found.link} brief={found} />}
      </ReadState>
    </SitePage>
  )
}
