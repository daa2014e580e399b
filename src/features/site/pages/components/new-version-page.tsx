import { useQuery } from '@tanstack/react-query'
import { previewed } from '@/shared/domain/web/site-preview'
import { linkTo } from '@/shared/lib/address'
import site from '../../shared/site.module.css'
import { waitingQuery } from '../api/waiting.query'
import { HomePage } from './home-page'
import classes from './new-version-page.module.css'

/** /new-version of the back office: the site as visitors see it, below the list of its unpublished parts. */
export function NewVersionPage() {
  const { data } = useQuery(waitingQuery)
  const pages: [string, string][] = [
    ['Services', linkTo('/services')],
    ['Tips', linkTo('/tips-advice')],
    ['Booking', linkTo('/schedule-appointment')],
    ['Review', linkTo('/leave-review')],
  ]
  return (
    <>
      <aside className={classes.bar} aria-label="Preview">
        <strong>Preview</strong>
        {data ? (
          <span>
            {data.posts === 0
              ? 'No drafts'
              : data.posts === 1
                ? '1 draft or planned post'
                : `${data.posts} drafts or planned posts`}
            , {data.reviews === 1 ? '1 review waits' : `${data.reviews} reviews wait`}
          </span>
        ) : null}
        <nav className={site.row} aria-label="Pages of the site">
          {pages.map(([label, path]) => (
            <a key={path} href={previewed(path)}>
              {label}
            </a>
          ))}
        </nav>
      </aside>
      <HomePage />
    </>
  )
}
