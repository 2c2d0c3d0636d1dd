package org.orbifold.spark;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/**
 * Records, whose fields nobody may set: their components are written, and the canonical constructor called. Nothing
 * that is reachable from a record may lead back to it.
 */
final class RecordSerializer extends Serializer<Record> {

    private final Field[] fields;
    private final Constructor<?> constructor;

    RecordSerializer(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        this.fields = new Field[components.length];
        try {
            for (int i = 0; i < fields.length; i++) {
                // Not the accessor, which may copy.
                fields[i] = type.getDeclaredField(components[i].getName());
                fields[i].setAccessible(true);
            }
            this.constructor = type.getDeclaredConstructor(Arrays.stream(components).map(RecordComponent::getType)
                    .toArray(Class<?>[]::new));
            constructor.setAccessible(true);
        } catch (ReflectiveOperationException e) {
            throw new KryoException(type + " cannot be sent", e);
        }
    }

    @Override
    public void write(Kryo kryo, Output out, Record object) {
        try {
            for (Field field : fields) {
                kryo.writeClassAndObject(out, field.get(object));
            }
        } catch (IllegalAccessException e) {
            throw new KryoException(object.getClass() + " cannot be sent", e);
        }
    }

    @Override
    public Record read(Kryo kryo, Input in, Class<Record> type) {
        Object[] values = new Object[fields.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = kryo.readClassAndObject(in);
        }
        try {
            return (Record) constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new KryoException(type + " cannot be received", e);
        }
    }
}
