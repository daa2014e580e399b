import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { type SitePageName, sitePages } from '@/shared/domain/web/site-blocks'
import { previewed } from '@/shared/domain/web/site-preview'
import { linkTo } from '@/shared/lib/address'
import { Blocks } from '../../shared/blocks/blocks'
import { ReadState } from '../../shared/read-state'
import { SitePage } from '../../shared/site-page'
import site from '../../shared/site.module.css'
import { draftQuery } from '../api/draft.query'
import { waitingQuery } from '../api/waiting.query'
import classes from './new-version-page.module.css'

const pageWords: Readonly<Record<SitePageName, string>> = {
  home: 'Home',
  about: 'About us',
  services: 'Services',
  work: 'Our work',
}

/** /new-version of the back office: the drafts of pages as visitors will see them, below the list of unpublished parts. */
export function NewVersionPage() {
  const { data } = useQuery(waitingQuery)
  const [search] = useSearchParams()
  const page = sitePages.find((name) => name === search.get('page')) ?? 'home'
  const draft = useQuery(draftQuery(page))
  const pages: [string, string][] = [
    ...sitePages.map((name): [string, string] => [pageWords[name], `${linkTo('/new-version')}?page=${name}`]),
    ['Tips', previewed(linkTo('/tips-advice'))],
    ['Booking', previewed(linkTo('/schedule-appointment'))],
    ['Review', previewed(linkTo('/leave-review'))],
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
        <a href={`${linkTo('/site')}?page=${page}`}>Edit this page</a>
        <nav className={site.row} aria-label="Pages of the site">
          {pages.map(([label, path]) => (
            <a key={path} href={path}>
              {label}
            </a>
          ))}
        </nav>
      </aside>
      <SitePage>
        <ReadState of={draft}>{(facts) => <Blocks facts={facts} isWhole={page === 'services'} />}</ReadState>
      </SitePage>
    </>
  )
}
