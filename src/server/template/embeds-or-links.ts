import { Parser } from 'htmlparser2';

/**
 * Elements that contain an object of another program or a link to such an object. `ddeLink` starts a program from
 * Excel.
 */
const OBJECTS = new Set(['OLEObject', 'oleObject', 'oleObj', 'objectEmbed', 'objectLink', 'oleLink', 'ddeLink']);
/** Relationships to an object, a control, a text in another format, or a database. */
const RELATIONSHIPS = new Set(['oleObject', 'control', 'aFChunk', 'connections']);
const FIELDS = /^\s*(?:DDE(?:AUTO)?|LINK|INCLUDE(?:TEXT|PICTURE)?|IMPORT|DATABASE)\b/i;
/** Returns whether a field of Word starts a program or reads another file. */
export const isLoadingField = (instruction: string): boolean => FIELDS.test(instruction);

/**
 * Matches a template on the author's own disk. Word stores such a path, but another computer does not find the
 * template.
 */
const LOCAL_TEMPLATE = /^file:\/\/\/[a-z]:/i;
const DEPTH_MAX = 1_000;

/**
 * Reads a part of an office package to its end. Returns whether the part contains an object of another program, or
 * loads something from elsewhere when the document is opened. A hyperlink is allowed, because it waits for a click.
 * @throws Error if the XML has entities, an encoding that is not read here, or too deep nesting
 */
export async function embedsOrLinks(part: AsyncIterable<Buffer>): Promise<boolean> {
  let isFound = false;
  let depth = 0;
  let isInstruction = false;
  let instruction = '';
  const endInstruction = (): void => {
    isFound ||= isLoadingField(instruction);
    instruction = '';
  };
  const parser = new Parser(
    {
      onprocessinginstruction: refuseOtherTexts,
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > DEPTH_MAX) throw new Error('too many open elements');
        const element = localName(name);
        isFound ||= OBJECTS.has(element);
        if (element === 'Relationship') isFound ||= isToElsewhere(attributes);
        if (element === 'fldSimple') isFound ||= Object.values(attributes).some(isLoadingField);
        // Programs may spread an instruction over several elements. The instruction ends at the field's next mark.
        if (element === 'fldChar') endInstruction();
        isInstruction = isInstructionText(element);
      },
      ontext: (text) => {
        if (isInstruction) instruction += text;
      },
      onclosetag: () => {
        depth -= 1;
        isInstruction = false;
      },
      onend: endInstruction,
    },
    { xmlMode: true },
  );
  for await (const text of xmlOf(part)) parser.write(text);
  parser.end();
  return isFound;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
const isInstructionText = (element: string): boolean => element === 'instrText' || element === 'delInstrText';

function isToElsewhere({ Type = '', Target = '', TargetMode }: Readonly<Record<string, string>>): boolean {
  const type = Type.slice(Type.lastIndexOf('/') + 1);
  if (RELATIONSHIPS.has(type)) return true;
  if (TargetMode?.toLowerCase() !== 'external' || type === 'hyperlink') return false;
  return type !== 'attachedTemplate' || !LOCAL_TEMPLATE.test(Target);
}

/** Refuses entities and encodings other than Unicode, which office files do not use. */
function refuseOtherTexts(name: string, data: string): void {
  const isEntities = /^!doctype$/i.test(name);
  const encoding = name === '?xml' ? /\bencoding\s*=\s*["']([^"']*)/.exec(data)?.[1] : undefined;
  if (isEntities || !/^utf-?(8|16)$/i.test(encoding ?? 'utf-8')) throw new Error('the text has another encoding');
}

/**
 * Yields the text of a part that is XML. A part with another beginning, such as an image, is read but yields nothing.
 */
async function* xmlOf(part: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let beginning: Buffer = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  let isXml: boolean | undefined;
  for await (const chunk of part) {
    if (isXml === false) continue;
    beginning = decoder ? chunk : Buffer.concat([beginning, chunk]);
    if (beginning.length < 2) continue;
    decoder ??= new TextDecoder(encodingOf(beginning));
    let text = decoder.decode(beginning, { stream: true });
    if (isXml === undefined) {
      text = text.trimStart();
      if (text) isXml = text.startsWith('<');
    }
    if (isXml) yield text;
  }
}

/** Returns the encoding by the first two bytes, which are a byte order mark or contain `<`. */
function encodingOf(bytes: Buffer): string {
  const first = bytes.readUInt16BE(0);
  if (first === 0xfffe || first === 0x3c00) return 'utf-16le';
  return first === 0xfeff || first === 0x003c ? 'utf-16be' : 'utf-8';
}
