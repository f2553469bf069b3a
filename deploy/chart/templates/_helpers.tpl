{{- /* Labels of an object. Input: { root, component }. */ -}}
{{- define "greenlot.labels" -}}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{ include "greenlot.selector" . }}
{{- end }}

{{- /* Labels that select the pods of a component. Input: { root, component }. */ -}}
{{- define "greenlot.selector" -}}
app.kubernetes.io/name: greenlot
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "greenlot.host" -}}
{{ (urlParse (required "Set settings.PUBLIC_URL to the address at which browsers reach the platform" .Values.settings.PUBLIC_URL)).hostname }}
{{- end }}

{{- /* The settings as environment variables, secrets as paths of files. */ -}}
{{- define "greenlot.env" -}}
{{- range $name, $value := .Values.settings }}
{{- $text := kindIs "string" $value | ternary $value (toJson $value) }}
{{- if ne $text "" }}
- { name: {{ $name }}, value: {{ $text | quote }} }
{{- end }}
{{- end }}
{{- range $name, $key := .Values.secrets.keys }}
- { name: {{ $name }}_FILE, value: /run/secrets/greenlot/{{ $key }} }
{{- end }}
{{- range $name, $value := .Values.environment }}
- { name: {{ $name }}, value: {{ $value | toString | quote }} }
{{- end }}
{{- end }}

{{- define "greenlot.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ . }}
runAsGroup: {{ . }}
fsGroup: {{ . }}
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "greenlot.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "greenlot.image" -}}
image: {{ required "Set image.repository to the image that you built with deploy/Dockerfile" .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end }}

{{- define "greenlot.mounts" -}}
- { name: secrets, mountPath: /run/secrets/greenlot, readOnly: true }
- { name: temporary, mountPath: /tmp }
- { name: data, mountPath: /data }
{{- with .Values.volumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* Parts of every pod with our image. */ -}}
{{- define "greenlot.pod" -}}
# The pods need no environment variables about other services.
enableServiceLinks: false
automountServiceAccountToken: false
securityContext:
  {{- include "greenlot.podSecurity" 10001 | nindent 2 }}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - { name: {{ . }} }
  {{- end }}
{{- end }}
volumes:
  - name: secrets
    secret:
      secretName: {{ .Values.secrets.name }}
      defaultMode: 0440
      items:
        {{- range $key := .Values.secrets.keys }}
        - { key: {{ $key }}, path: {{ $key }} }
        {{- end }}
  - name: temporary
    emptyDir: { sizeLimit: {{ .Values.server.temporarySize }} }
  - name: data
    {{- if .Values.data.existingClaim }}
    persistentVolumeClaim: { claimName: {{ .Values.data.existingClaim }} }
    {{- else }}
    {{- if not .Values.settings.S3_ENDPOINT }}
    {{- fail "Set settings.S3_ENDPOINT and the other S3 settings, or data.existingClaim: the servers must share the files of users" }}
    {{- end }}
    emptyDir: { sizeLimit: 100Mi }
    {{- end }}
  {{- with .Values.volumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- /* Specification of a Job that runs a script. Input: { root, component, args, values, retries, backups }. */ -}}
{{- define "greenlot.job" -}}
backoffLimit: {{ .retries }}
activeDeadlineSeconds: {{ .values.deadlineSeconds }}
template:
  metadata:
    labels:
      {{- include "greenlot.labels" . | nindent 6 }}
  spec:
    restartPolicy: Never
    {{- if ne .component "migration" }}
    serviceAccountName: {{ .root.Release.Name }}
    {{- end }}
    {{- include "greenlot.pod" .root | nindent 4 }}
      {{- if .backups }}
      - name: backups
        persistentVolumeClaim: { claimName: {{ .root.Values.backup.existingClaim | default (printf "%s-backups" .root.Release.Name) }} }
      {{- end }}
    containers:
      - name: {{ .component }}
        {{- include "greenlot.image" .root | nindent 8 }}
        args: {{ toJson .args }}
        env:
          {{- include "greenlot.env" .root | nindent 10 }}
        resources:
          {{- toYaml .values.resources | nindent 10 }}
        securityContext:
          {{- include "greenlot.containerSecurity" . | nindent 10 }}
        volumeMounts:
          {{- include "greenlot.mounts" .root | nindent 10 }}
          {{- if .backups }}
          - { name: backups, mountPath: /backups }
          {{- end }}
{{- end }}

{{- /* Spreads the pods of a component over machines. Input: { root, component }. */ -}}
{{- define "greenlot.spread" -}}
- maxSkew: 1
  topologyKey: kubernetes.io/hostname
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "greenlot.selector" . | nindent 6 }}
{{- end }}

{{- /* Where an operator wants the pods. Input: values of a component. */ -}}
{{- define "greenlot.placement" -}}
{{- range $name := list "nodeSelector" "tolerations" "affinity" }}
{{- with index $ $name }}
{{ $name }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}

{{- /* Rule of a network policy for name servers. Those of OpenShift listen at 5353. */ -}}
{{- define "greenlot.dns" -}}
- ports:
    - { protocol: UDP, port: 53 }
    - { protocol: TCP, port: 53 }
    - { protocol: UDP, port: 5353 }
    - { protocol: TCP, port: 5353 }
{{- end }}
