import { addFunction, answersOf, answersText } from '#shared/algorithms/worksheets/files/table.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { DeclaredFunction, WorksheetSet } from '#shared/domain/worksheet.ts';
import { Choice } from '../../ui/inputs/field.tsx';
import { KeptField, KeptParts, KeptText } from '../../ui/inputs/kept-field.tsx';

interface WorksheetFunctionsProps {
  readonly set: WorksheetSet;
  readonly onSave: (next: WorksheetSet) => void;
}

export function WorksheetFunctions({ set, onSave }: WorksheetFunctionsProps) {
  const { functions } = set;
  return (
    <details className="worksheets-functions rigid pad-2-3 scrolls line-above">
      <summary>{formatAmount(functions.length, 'function')}</summary>
      <div className="stack-3 worksheets-functions-list pad-top-2">
        <p className="quiet small">
          When a worksheet is complete, it calls its function with the values of its fields. Actions can also
          call functions.
        </p>
        <KeptParts
          of={functions}
          what="function"
          nameOf={({ name }) => name}
          onAdd={() => onSave(addFunction(set))}
          onRemove={(at) => onSave({ ...set, functions: functions.toSpliced(at, 1) })}
        >
          {(own, at) => {
            const change = (part: Partial<DeclaredFunction>): void =>
              onSave({ ...set, functions: functions.with(at, { ...own, ...part }) });
            return (
              <>
                <KeptField
                  label="Name"
                  value={own.name}
                  onKeep={(name) => name.trim() !== '' && change({ name: name.trim() })}
                />
                <KeptField
                  label="Arguments"
                  value={own.parameters.join(', ')}
                  hint="Names of fields, separated by commas."
                  onKeep={(text) =>
                    change({ parameters: text.split(/[,\s]+/).filter((name) => name !== '') })
                  }
                />
                <KeptText
                  label="Answers"
                  rows={2}
                  value={answersText(own.answers)}
                  hint={`One per line, such as people > 8 => "on request". The first answer whose condition is met counts. “False” means that the function failed. If this is empty, the endpoint or table named ${own.name} gives the answer.`}
                  onKeep={(text) => change({ answers: answersOf(text) })}
                />
                <Choice
                  label="This function changes something"
                  hint="Conditions cannot call a function that changes something. If the function fails, the answer does not claim success."
                  checked={own.hasEffect}
                  onChange={(hasEffect) => change({ hasEffect })}
                />
              </>
            );
          }}
        </KeptParts>
      </div>
    </details>
  );
}
