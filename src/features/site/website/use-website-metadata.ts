import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { websiteMetadataQuery } from './api/metadata.query'
import { applyMetadata } from './apply-metadata'
import { unnamedCompany } from '../shared/company'
import { useCompany } from '../shared/use-company'
import { pageMetadata } from './website-metadata'

/** Writes the settings into the head of the page. Without settings the page keeps its own. */
export function useWebsiteMetadata(): void {
  const { data } = useQuery(websiteMetadataQuery())
  useEffect(() => {
    if (data) applyMetadata(document, pageMetadata(data))
  }, [data])
}

/** The site's name after a page's title: the company's own until the site gets another one. */
export function useSiteTitle(): string {
  const title = useQuery(websiteMetadataQuery()).data?.['site_title']
  const { name } = useCompany()
  return title && title !== unnamedCompany.name ? title : name
}
