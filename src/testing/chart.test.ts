import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, SETTINGS } from '#server/platform/config/config.ts';
import { judgeObjects } from '#testing/readers/judge-objects.ts';
import {
  buildRenderer,
  CHART,
  type ChartRenderer,
  type KubernetesObject,
  type Pod,
} from '#testing/readers/render-chart.ts';
import { temporaryFolder, type TemporaryFolder } from '#testing/world/temporary-folder.ts';

/**
 * These tests render the Helm chart of `deploy/chart`, validate the objects by the schemas of Kubernetes, and compare
 * them with the server. They cannot show how a cluster runs the objects.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const readYaml = (file: string): unknown => parse(read(file), { merge: true });
const DEFAULTS = readYaml('deploy/chart/values.yaml') as Values & {
  secrets: { keys: Readonly<Record<string, string>> };
};

type Values = { readonly [name: string]: unknown };

const MINIMAL = {
  image: { repository: 'registry.example:5000/greenlot' },
  settings: { PUBLIC_URL: 'https://greenlot.example', S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'greenlot' },
  gateway: { parentRefs: [{ name: 'public' }] },
};
const ALONE = {
  ...MINIMAL,
  settings: { PUBLIC_URL: 'https://greenlot.example' },
  secrets: { keys: { S3_ACCESS_KEY: null, S3_SECRET_KEY: null } },
  data: { existingClaim: 'files' },
  gateway: { enabled: false },
  backup: { enabled: false },
  migration: { enabled: false },
  networkPolicy: { enabled: false },
};
const EVERYTHING = {
  ...MINIMAL,
  image: { ...MINIMAL.image, tag: '1.2.3', pullPolicy: 'Always', pullSecrets: ['registry'] },
  settings: {
    ...MINIMAL.settings,
    VARIANT: 'GLOBAL',
    OTEL_TRACES_SAMPLER_ARG: 0.5,
    FLAG_MARKETPLACE: false,
    MAIL_FROM: 'Greenlot "A" <a@greenlot.example>',
    OIDC_ISSUER: 'https://sign-in.example',
    OIDC_CLIENT_ID: 'greenlot',
    OUTAGE_MINUTES_MAX: 10_080,
  },
  secrets: { name: 'other', keys: { SECRET_KEY: 'key-2026' } },
  environment: { NODE_EXTRA_CA_CERTS: '/authority/ca.crt' },
  volumes: [{ name: 'authority', configMap: { name: 'authority' } }],
  volumeMounts: [{ name: 'authority', mountPath: '/authority', readOnly: true }],
  server: {
    replicas: 3,
    nodeSelector: { disk: 'fast' },
    tolerations: [{ key: 'dedicated', operator: 'Exists' }],
    affinity: { nodeAffinity: {} },
    podAnnotations: { team: 'auctions' },
  },
  proxy: { nodeSelector: { disk: 'fast' }, podAnnotations: { team: 'auctions' } },
  ingress: { enabled: true, className: 'haproxy', annotations: { 'haproxy.org/timeout-server': '120s' } },
  backup: { storageClass: 'slow', keep: 30 },
  ledger: { enabled: true },
  metrics: {
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
    prometheusRule: { enabled: true, labels: { release: 'prometheus' } },
  },
  networkPolicy: {
    from: [{ namespaceSelector: { matchLabels: { a: 'b' } } }],
    egress: [{ to: [{ ipBlock: { cidr: '192.0.2.0/24' } }], ports: [{ protocol: 'TCP', port: 5432 }] }],
  },
  serviceAccount: { annotations: { role: 'files' } },
};
const RESTORE = {
  ...MINIMAL,
  server: { replicas: 0 },
  restore: { file: 'greenlot-20261126T021700Z.tar.gz', replace: true },
};
const CASES: Readonly<Record<string, Values>> = {
  'the least values': MINIMAL,
  'the example': readYaml('deploy/chart/example.yaml') as Values,
  'no gateway, storage or jobs': ALONE,
  everything: { ...EVERYTHING, gateway: MINIMAL.gateway },
  'a restore': RESTORE,
};

let folder: TemporaryFolder;
let chart: ChartRenderer;
let secretsFolder: string;
beforeAll(async () => {
  await mkdir(join(ROOT, '.data'), { recursive: true });
  folder = await temporaryFolder('chart', join(ROOT, '.data'));
  chart = buildRenderer(folder.path);
  secretsFolder = join(folder.path, 'secrets');
  execFileSync('bash', [join(ROOT, 'deploy/make-secrets.sh'), 'smtp://u:p@mail.example', secretsFolder]);
  await copyFile(join(secretsFolder, 'secret_key'), join(secretsFolder, 'key-2026'));
}, 300_000);
afterAll(() => folder.remove());

/** Returns the object of a kind with this end of its name. */
function find(objects: readonly KubernetesObject[], kind: string, end = ''): KubernetesObject {
  const found = objects.find((object) => object.kind === kind && object.metadata.name.endsWith(end));
  if (!found) throw new Error(`no ${kind} ${end}`);
  return found;
}

/** Returns the part of an object that says what runs: its own specification, or that of its jobs. */
const workloadOf = ({ spec }: KubernetesObject) => spec?.jobTemplate?.spec ?? spec;

/** Returns the specification of the pods that an object creates. */
function podOf(object: KubernetesObject): Pod {
  const pod = workloadOf(object)?.template?.spec;
  if (!pod) throw new Error(`${object.kind} ${object.metadata.name} creates no pods`);
  return pod;
}
const withPods = (objects: readonly KubernetesObject[]): KubernetesObject[] =>
  objects.filter((object) => workloadOf(object)?.template);
const withOurImage = (objects: readonly KubernetesObject[]): KubernetesObject[] =>
  withPods(objects).filter(({ metadata }) => metadata.name !== 'greenlot-proxy');
const serverOf = (values: object): KubernetesObject => find(chart.objects(values), 'Deployment', '-server');

describe.each(Object.entries(CASES))('with %s', (_, values) => {
  test('every object is valid by the schemas of Kubernetes', () => {
    expect(judgeObjects(chart.objects(values), folder.path)).toEqual([]);
  });

  test('the values are valid, and the server starts with the settings', () => {
    expect(faultsOf(values)).toEqual([]);
    for (const object of withOurImage(chart.objects(values))) {
      const names = podOf(object).containers[0].env.map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
      expect(readConfig(inContainer(podOf(object)))).toMatchObject({ isProduction: true });
    }
  });

  test('no pod has privileges, a writable root file system, or rights in the cluster', () => {
    for (const object of withPods(chart.objects(values))) {
      const pod = podOf(object);
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const { securityContext, resources } of pod.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(resources).toHaveProperty('limits.memory');
      }
      for (const { emptyDir } of pod.volumes) if (emptyDir) expect(emptyDir).toHaveProperty('sizeLimit');
    }
  });

  test('every pod mounts volumes that it has, and runs a script that exists', () => {
    for (const object of withPods(chart.objects(values))) {
      const { volumes, containers } = podOf(object);
      const [{ volumeMounts, args }] = containers;
      expect(namesOf(volumeMounts)).toEqual(namesOf(volumes));
      if (args) expect(read(args[0] ?? '')).not.toBe('');
    }
  });

  test('the notes name objects that exist', () => {
    const names = chart.objects(values).map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`);
    const named = [...chart.notes(values).matchAll(/\b(?:deployment|job)\/[\w-]+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect(names).toContain(name);
  });
});

const namesOf = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name).toSorted();
const secretsOf = ({ volumes }: Pod) => volumes.find(({ name }) => name === 'secrets')?.secret?.items ?? [];

/** Returns the environment of a pod. The secrets are files of the folder that make-secrets.sh created. */
function inContainer(pod: Pod): Record<string, string> {
  const paths = new Map(
    secretsOf(pod).map(({ key, path }) => [`/run/secrets/greenlot/${path}`, join(secretsFolder, key)]),
  );
  const given = pod.containers[0].env
    .filter(({ name }) => !name.startsWith('NODE_'))
    .map(({ name, value }): [string, string] => [name, name.endsWith('_FILE') ? (paths.get(value) ?? value) : value]);
  return { NODE_ENV: 'production', ...Object.fromEntries(given) };
}

describe('the values', () => {
  test('have a schema that names the settings of the server, secrets apart', () => {
    const { settings, secrets } = SCHEMA.properties;
    const ofChart = ['DEMO', 'GREENLOT_DATA', 'HOST', 'METRICS_HOST', 'METRICS_PORT', 'NODE_ENV', 'PORT'];
    const named = [...settings.propertyNames.enum, ...secrets.properties.keys.propertyNames.enum];
    expect([...named, ...ofChart].toSorted()).toEqual([...SETTINGS].toSorted());
  });

  test.each([
    ['a setting that the server does not know', { settings: { ...MINIMAL.settings, VARIANTE: 'TNBX' } }],
    ['a secret among the settings', { settings: { ...MINIMAL.settings, SMTP_URL: 'smtps://u:p@mail.example' } }],
    ['a setting in place of a secret', { secrets: { keys: { VARIANT: 'variant' } } }],
    ['a setting among the environment variables', { environment: { LOG_LEVEL: 'debug' } }],
    ['an unknown value', { replicas: 2 }],
    ['an unknown value below another', { server: { replica: 2 } }],
    ['a tag in the repository', { image: { repository: 'greenlot:latest' } }],
    ['an address without TLS', { settings: { PUBLIC_URL: 'http://greenlot.example' } }],
    ['no backup to keep', { backup: { keep: 0 } }],
    ['a path outside the backups', { restore: { file: '../etc/passwd' } }],
  ])('are refused by their schema with %s', (_, values) => {
    expect(faultsOf(values)).not.toEqual([]);
  });

  test.each([
    ['image.repository', { ...MINIMAL, image: {} }],
    ['settings.PUBLIC_URL', { ...MINIMAL, settings: { S3_ENDPOINT: 'https://s3.example' } }],
    ['settings.S3_ENDPOINT', { ...MINIMAL, settings: { PUBLIC_URL: 'https://greenlot.example' } }],
    ['gateway.parentRefs', { ...MINIMAL, gateway: {} }],
    ['ingress.className', { ...MINIMAL, ingress: { enabled: true } }],
    ['server.replicas', { ...RESTORE, server: { replicas: 1 } }],
  ])('are refused with a sentence that names %s', (name, values) => {
    expect(() => chart.objects(values)).toThrow(`Set ${name}`);
  });

  test('mount only secrets that make-secrets.sh creates and the server reads', async () => {
    const keys = Object.values(DEFAULTS.secrets.keys).toSorted();
    expect(await readdir(secretsFolder)).toEqual(expect.arrayContaining(keys));
    const items = secretsOf(podOf(serverOf(MINIMAL)));
    expect(items.map(({ key }) => key).toSorted()).toEqual(keys);
    expect(JSON.stringify(items)).not.toContain('password');
  });
});

test('the guide of the chart sets values that exist, and creates the secrets that the pods mount', () => {
  const guide = read('deploy/chart/README.md');
  const set = [...guide.matchAll(/--set (\S+)=(\S+)/g)].map(([, path = '', value = '']) => ({ path, value }));
  expect(set.length).toBeGreaterThan(2);
  for (const { path, value } of set) {
    const given = path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), parse(value));
    expect(faultsOf(given as Values)).toEqual([]);
  }
  const created = [...guide.matchAll(/--from-file=deploy\/secrets\/(\w+)/g)].map(([, key = '']) => key);
  expect(created.toSorted()).toEqual(Object.values(DEFAULTS.secrets.keys).toSorted());
  const named = [
    ...guide.matchAll(/`((?:gateway|ingress|server|backup|ledger|metrics|networkPolicy|restore)\.[\w.]+)`/g),
  ];
  expect(named.length).toBeGreaterThan(8);
  for (const [, path = ''] of named) expect(DEFAULTS).toHaveProperty(path);
});

type Names = { readonly propertyNames: { readonly enum: readonly string[] } };
const SCHEMA = JSON.parse(read('deploy/chart/values.schema.json')) as {
  properties: { settings: Names; secrets: { properties: { keys: Names } } };
};
const validate = new Ajv({ allErrors: true, allowUnionTypes: true, strictRequired: false }).compile(SCHEMA);

/** Returns the faults that the schema finds in the default values with these values on top. */
function faultsOf(values: Values): string[] {
  validate(merge(DEFAULTS, values));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Merges values as Helm does. A null removes a value. */
function merge(values: unknown, given: unknown): unknown {
  if (!isValues(given)) return given;
  const merged = new Map(isValues(values) ? Object.entries(values) : []);
  for (const [name, value] of Object.entries(given)) {
    if (value === null) merged.delete(name);
    else merged.set(name, merge(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

describe('the chart', () => {
  test('has the version of the product', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(readYaml('deploy/chart/Chart.yaml')).toMatchObject({ version, appVersion: version });
    expect(podOf(serverOf(MINIMAL)).containers[0].image).toBe(`registry.example:5000/greenlot:${version}`);
  });

  test('has probes for existing paths, at the port of the image', () => {
    const [server] = podOf(serverOf(MINIMAL)).containers;
    const pages = read('src/server/platform/runtime/health-checks.ts');
    for (const { httpGet } of [server.startupProbe, server.readinessProbe, server.livenessProbe]) {
      expect(httpGet.port).toBe('http');
      expect(pages).toContain(`'${httpGet.path}'`);
    }
    const ports = [
      { name: 'http', containerPort: 3000 },
      { name: 'metrics', containerPort: 9464 },
    ];
    expect(server).toMatchObject({ ports });
    expect(server.env).toContainEqual({ name: 'METRICS_PORT', value: '9464' });
    expect(server.env).toContainEqual({ name: 'METRICS_HOST', value: '0.0.0.0' });
    expect(read('deploy/Dockerfile')).toContain('PORT=3000');
  });

  test('gives a server longer to stop than its settings allow, and Node less memory than the limit', () => {
    const settings = { ...MINIMAL.settings, DRAIN_SECONDS: 60, STOP_SECONDS: 90 };
    const pod = podOf(serverOf({ ...MINIMAL, settings, server: { memoryMiB: 4096 } }));
    expect(pod).toMatchObject({ terminationGracePeriodSeconds: 160 });
    expect(pod.containers[0]).toMatchObject({ resources: { limits: { memory: '4096Mi' } } });
    expect(pod.containers[0].env).toContainEqual({ name: 'NODE_OPTIONS', value: '--max-old-space-size=3072' });
  });

  test('runs nginx from the image and the configuration of compose.yaml, with the servers by their name', () => {
    const objects = chart.objects(MINIMAL);
    const { image, command } = podOf(find(objects, 'Deployment', '-proxy')).containers[0];
    expect(readYaml('deploy/compose.yaml')).toHaveProperty('services.proxy.image', image);
    const { data = {} } = find(objects, 'ConfigMap', '-proxy');
    const ours = read('deploy/nginx.conf').replace('worker_processes auto;', 'worker_processes 2;');
    expect(data).toEqual({ 'nginx.conf': ours, 'proxy.sh': read('deploy/proxy.sh') });
    expect(command?.slice(1)).toEqual([
      '/etc/greenlot/proxy.sh',
      '/etc/greenlot/nginx.conf',
      'greenlot-server.shop.svc.cluster.local:3000',
    ]);
    expect(find(objects, 'Service', '-server').spec).toMatchObject({ clusterIP: 'None' });
  });

  test('leads the gateway and the Ingress to nginx, under the host name of PUBLIC_URL', () => {
    const objects = chart.objects(EVERYTHING);
    expect(find(objects, 'HTTPRoute').spec).toMatchObject({
      hostnames: ['greenlot.example'],
      rules: [{ backendRefs: [{ name: 'greenlot-proxy', port: 80 }] }],
    });
    const service = { name: 'greenlot-proxy', port: { name: 'http' } };
    expect(find(objects, 'Ingress').spec).toMatchObject({
      rules: [{ host: 'greenlot.example', http: { paths: [{ backend: { service } }] } }],
      tls: [{ hosts: ['greenlot.example'] }],
    });
    const ports = [{ name: 'http', port: 80, targetPort: 'http' }];
    expect(find(objects, 'Service', '-proxy').spec).toMatchObject({ ports });
  });

  test('selects pods that exist: in deployments, services, budgets, policies and the monitor', () => {
    const objects = chart.objects(EVERYTHING);
    const pods = withPods(objects).map((object) => workloadOf(object)?.template?.metadata.labels ?? {});
    const services = objects.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.labels);
    const selectors = objects.flatMap(({ kind, spec }) => {
      const chosen = spec?.selector ?? spec?.podSelector;
      if (!chosen) return [];
      const labels = (chosen['matchLabels'] ?? chosen) as Readonly<Record<string, string>>;
      return [{ labels, among: kind === 'ServiceMonitor' ? services : pods }];
    });
    expect(selectors.length).toBeGreaterThan(10);
    for (const { labels, among } of selectors) expect(among).toContainEqual(expect.objectContaining(labels));
  });

  test('has the alerts of alerts.yml, for the job that the monitor creates', () => {
    const objects = chart.objects(EVERYTHING);
    expect(find(objects, 'PrometheusRule').spec).toEqual(readYaml('deploy/alerts.yml'));
    const { jobLabel = '' } = find(objects, 'ServiceMonitor').spec ?? {};
    expect(find(objects, 'Service', '-server').metadata.labels[jobLabel]).toBe('greenlot');
  });

  test('migrates before anything else, without an object of the release', () => {
    const job = find(chart.objects(MINIMAL), 'Job', '-migration');
    expect(job.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
    expect(podOf(job)).not.toHaveProperty('serviceAccountName');
    expect(JSON.stringify(podOf(job).volumes)).not.toMatch(/configMap|persistentVolumeClaim/);
    const names = chart.objects(RESTORE).map(({ metadata }) => metadata.name);
    expect(names).not.toContain('greenlot-migration');
  });

  test('limits every job in time, and keeps backups after an uninstallation', () => {
    const objects = chart.objects(EVERYTHING);
    const jobs = objects.filter(({ kind }) => kind.endsWith('Job'));
    expect(jobs).toHaveLength(3);
    for (const job of jobs) expect(workloadOf(job)?.activeDeadlineSeconds).toBeGreaterThan(0);
    const backup = find(objects, 'CronJob', '-backup');
    expect(backup.spec).toMatchObject({ concurrencyPolicy: 'Forbid', failedJobsHistoryLimit: 3, suspend: false });
    expect(podOf(backup).containers[0].args).toEqual(['scripts/backup.ts', '/backups', '--keep', '30']);
    const claim = find(objects, 'PersistentVolumeClaim');
    expect(claim.metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' });
  });

  test('restores while no server runs and no backup begins', () => {
    const objects = chart.objects(RESTORE);
    const job = find(objects, 'Job', '-restore');
    expect(podOf(job).containers[0].args).toEqual([
      'scripts/restore.ts',
      '/backups/greenlot-20261126T021700Z.tar.gz',
      '--replace',
    ]);
    expect(find(objects, 'CronJob', '-backup').spec).toMatchObject({ suspend: true });
    expect(find(objects, 'Deployment', '-server').spec).toMatchObject({ replicas: 0 });
  });

  test('contains the files of deploy that it needs, as links', async () => {
    const names = await readdir(join(CHART, 'files'));
    expect(names).toEqual(['alerts.yml', 'nginx.conf', 'proxy.sh']);
    for (const name of names) expect(read(`deploy/chart/files/${name}`)).toBe(read(`deploy/${name}`));
  });
});

test('the schemas notice an unknown field and a wrong value', () => {
  const server = serverOf(MINIMAL);
  const judge = (change: object): string[] => {
    const pod = { ...podOf(server), ...change };
    const template = { ...server.spec?.template, spec: pod };
    return judgeObjects([{ ...server, spec: { ...server.spec, template } } as KubernetesObject], folder.path);
  };
  expect(judge({})).toEqual([]);
  expect(judge({ restartPolicie: 'Always' })).toEqual([expect.stringContaining('restartPolicie')]);
  expect(judge({ terminationGracePeriodSeconds: 'long' })).toEqual([
    expect.stringContaining('terminationGracePeriodSeconds must be integer'),
    expect.stringContaining("'string' is not assignable to type 'number'"),
  ]);
});
