import { facturXFile } from '../electronic/cii.ts'

/**
 * Puts the data of an invoice into its PDF, as Factur-X 1.0 asks: a file that is an alternative of the page, and the
 * properties that name it, with the schema that PDF/A wants for properties of others.
 */
export function embedInvoice(doc: PDFKit.PDFDocument, xml: string, at: Date): void {
  const file = {
    name: facturXFile,
    type: 'text/xml',
    description: 'Invoice data (Factur-X, EN 16931)',
    relationship: 'Alternative',
    creationDate: at,
    modifiedDate: at,
  }
  doc.file(new TextEncoder().encode(xml).buffer, file)
  doc.appendXML(properties)
}

const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'
const names = {
  DocumentFileName: 'Name of the file',
  DocumentType: 'INVOICE',
  Version: 'Version',
  ConformanceLevel: 'Profile',
}
const described = Object.entries(names).map(
  ([name, description]) => `
            <rdf:li rdf:parseType="Resource">
              <pdfaProperty:name>${name}</pdfaProperty:name>
              <pdfaProperty:valueType>Text</pdfaProperty:valueType>
              <pdfaProperty:category>external</pdfaProperty:category>
              <pdfaProperty:description>${description}</pdfaProperty:description>
            </rdf:li>`,
)
const properties = `
    <rdf:Description rdf:about="" xmlns:fx="${namespace}">
      <fx:DocumentType>INVOICE</fx:DocumentType>
      <fx:DocumentFileName>${facturXFile}</fx:DocumentFileName>
      <fx:Version>1.0</fx:Version>
      <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
    </rdf:Description>
    <rdf:Description rdf:about=""
      xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
      xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
      <pdfaExtension:schemas>
        <rdf:Bag>
          <rdf:li rdf:parseType="Resource">
            <pdfaSchema:schema>Factur-X</pdfaSchema:schema>
            <pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
            <pdfaSchema:prefix>fx</pdfaSchema:prefix>
            <pdfaSchema:property>
              <rdf:Seq>${described.join('')}
              </rdf:Seq>
            </pdfaSchema:property>
          </rdf:li>
        </rdf:Bag>
      </pdfaExtension:schemas>
    </rdf:Description>
    `
