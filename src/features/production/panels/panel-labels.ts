import { downloadLabels as download } from '@/kit/labels/download-labels'
import type { Label } from '@/documents/pdf/labels-pdf'
import { type ContactNames, contactName } from '@/shared/domain/people/contact'
import { kindLabel, panelSides } from './panel'

type Labelled = {
  id: string
  panel_no: number
  kind: string
  title: string
  width_mm: number
  height_mm: number
  depth_mm: number
  /** `panels`: all of the job, also those that are packed. */
  job: { job_number: string; title: string; contact: ContactNames | null; panels: readonly unknown[] }
}

/** Saves a PDF with a label for each panel. Its code opens the panel on the bench. */
export async function downloadLabels(name: string, panels: readonly Labelled[]): Promise<void> {
  await download(name, panels.map(labelOf))
}

/** The label of a panel: whose it is, and which of how many. */
export const labelOf = ({ id, panel_no, kind, title, width_mm, height_mm, depth_mm, job }: Labelled): Label => ({
  number: `${job.job_number}   ${panel_no} of ${Math.max(panel_no, job.panels.length)}`,
  title,
  facts: [
    ...(job.contact ? [contactName(job.contact)] : []),
    `${kindLabel(kind)}, ${panelSides([width_mm, height_mm, ...(depth_mm > 0 ? [depth_mm] : [])])}`,
    job.title,
  ],
  address: `${window.location.origin}/panel-assembly?panel=${id}`,
})
