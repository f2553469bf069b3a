import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

/** Folder of the Helm chart. */
export const CHART = fileURLToPath(new URL('../../../deploy/chart', import.meta.url));
const ENGINE = fileURLToPath(new URL('render-chart.go', import.meta.url));

/** Name and namespace under which tests install the chart. */
const RELEASE = ['greenlot', 'shop'] as const;

type Labels = Readonly<Record<string, string>>;
type Probe = { readonly httpGet: { readonly path: string; readonly port: string } };
type Container = {
  readonly command?: readonly string[];
  readonly image: string;
  readonly args?: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly securityContext: object;
  readonly resources: object;
  readonly volumeMounts: readonly { readonly name: string }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
};
type Volume = {
  readonly name: string;
  readonly emptyDir?: object;
  readonly secret?: { readonly items: readonly { readonly key: string; readonly path: string }[] };
};
/** The specification of a pod. Each pod of the chart has one container. */
export type Pod = { readonly containers: readonly [Container]; readonly volumes: readonly Volume[] };
type Workload = {
  readonly activeDeadlineSeconds?: number;
  readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: Pod };
};
/** An object of Kubernetes, with the fields that tests read. */
export type KubernetesObject = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Labels; readonly annotations?: Labels };
  readonly data?: Labels;
  readonly spec?: Workload & {
    readonly jobTemplate?: { readonly spec: Workload };
    readonly selector?: Labels | { readonly matchLabels: Labels };
    readonly podSelector?: { readonly matchLabels: Labels };
    readonly jobLabel?: string;
  };
};
/** A renderer of the chart. It throws an error that says why the values are refused. */
export type ChartRenderer = {
  readonly objects: (values: object) => KubernetesObject[];
  readonly notes: (values: object) => string;
};

/**
 * Builds the renderer of the chart in an empty folder.
 * @throws Error if the machine has neither Go nor the packages of Debian that the renderer needs
 */
export function buildRenderer(folder: string): ChartRenderer {
  const program = join(folder, 'render-chart');
  try {
    // Debian installs the sources of Go's libraries in this folder.
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: join(folder, 'cache') };
    execFileSync('go', ['build', '-o', program, ENGINE], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (cause) {
    const needed = 'golang-go golang-github-masterminds-sprig-dev golang-k8s-sigs-yaml-dev';
    throw new Error(`Cannot build the renderer of the chart: run apt-get install ${needed}`, { cause });
  }
  const run = (values: object, ...flags: string[]): string => {
    const file = join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(values));
    return execFileSync(program, [...flags, CHART, ...RELEASE, file], { encoding: 'utf8', stdio: 'pipe' });
  };
  return {
    objects: (values) => objectsIn(run(values)),
    notes: (values) => run(values, '-notes'),
  };
}

/** Returns the objects of rendered templates. Helm reads YAML 1.1, so `on` without quotation marks is true. */
function objectsIn(text: string): KubernetesObject[] {
  return parseAllDocuments(text, { version: '1.1' }).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    const object = document.toJS() as KubernetesObject | null;
    return object ? [object] : [];
  });
}
