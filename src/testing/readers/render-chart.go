// Renders a Helm chart as `helm template` does, for machines without helm: with Go's own templates and sprig, the
// function library of Helm, both from Debian. The functions that Helm adds to them are below.
// Usage: render-chart [-notes] CHART RELEASE NAMESPACE VALUES.json
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type tree = map[string]interface{}

func main() {
	showNotes := flag.Bool("notes", false, "print the notes instead of the objects")
	flag.Parse()
	if err := render(flag.Arg(0), flag.Arg(1), flag.Arg(2), flag.Arg(3), *showNotes); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// files reads further files of the chart, as `.Files` does.
type files struct{ folder string }

func (f files) Get(name string) string {
	content, err := os.ReadFile(filepath.Join(f.folder, name))
	if err != nil {
		return ""
	}
	return string(content)
}

func render(folder, release, namespace, valuesFile string, showNotes bool) error {
	var values, given, about tree
	for path, into := range map[string]*tree{
		filepath.Join(folder, "values.yaml"): &values,
		valuesFile:                           &given,
		filepath.Join(folder, "Chart.yaml"):  &about,
	} {
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := yaml.UnmarshalStrict(content, into); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	chart := tree{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]}
	context := tree{
		"Values":  merge(values, given),
		"Chart":   chart,
		"Release": tree{"Name": release, "Namespace": namespace, "Service": "Helm", "IsInstall": true, "IsUpgrade": false},
		"Files":   files{folder},
	}

	all := template.New("chart").Option("missingkey=zero")
	all.Funcs(functions(all))
	paths, err := filepath.Glob(filepath.Join(folder, "templates", "*"))
	if err != nil {
		return err
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if _, err := all.New(filepath.Base(path)).Parse(string(content)); err != nil {
			return err
		}
	}
	for _, path := range paths {
		name := filepath.Base(path)
		if strings.HasPrefix(name, "_") {
			continue
		}
		text, err := execute(all, name, context)
		if err != nil {
			return err
		}
		isNotes := name == "NOTES.txt"
		if isNotes == showNotes && strings.TrimSpace(text) != "" {
			if !isNotes {
				fmt.Printf("---\n# Source: %s\n", name)
			}
			fmt.Println(text)
		}
	}
	return nil
}

// merge returns the values with the given ones on top. A given null removes a value.
func merge(values, given tree) tree {
	merged := tree{}
	for name, value := range values {
		merged[name] = value
	}
	for name, value := range given {
		below, isTree := merged[name].(tree)
		above, isAlsoTree := value.(tree)
		switch {
		case value == nil:
			delete(merged, name)
		case isTree && isAlsoTree:
			merged[name] = merge(below, above)
		default:
			merged[name] = value
		}
	}
	return merged
}

func execute(all *template.Template, name string, context interface{}) (string, error) {
	var text strings.Builder
	err := all.ExecuteTemplate(&text, name, context)
	return strings.ReplaceAll(text.String(), "<no value>", ""), err
}

func functions(all *template.Template) template.FuncMap {
	functions := sprig.TxtFuncMap()
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["include"] = func(name string, context interface{}) (string, error) { return execute(all, name, context) }
	functions["toYaml"] = func(value interface{}) (string, error) {
		content, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(content), "\n"), err
	}
	functions["fromYaml"] = func(text string) (tree, error) {
		var value tree
		return value, yaml.Unmarshal([]byte(text), &value)
	}
	functions["toJson"] = func(value interface{}) (string, error) {
		content, err := json.Marshal(value)
		return string(content), err
	}
	functions["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	functions["fail"] = func(message string) (string, error) { return "", errors.New(message) }
	return functions
}
